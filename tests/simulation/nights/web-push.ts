/** Replaces the package that encrypts notifications in the simulator's bundle, where they need no secrecy. */
export const vapidHeaders = async () => ({ headers: {} });
export const encryptNotification = async (_: unknown, payload: Uint8Array) => payload;
