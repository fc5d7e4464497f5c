/** In place of the package that encrypts notifications, in the simulator's bundle: no one reads them there. */
export const vapidHeaders = async () => ({ headers: {} });
export const encryptNotification = async (_: unknown, payload: Uint8Array) => payload;
