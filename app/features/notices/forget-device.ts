import { removeStored } from "~/app/lib/browser-storage";
import { stopServiceWorkerStart } from "./start-service-worker";

/** The key in localStorage. Its value is the id of the session under which the server knows this device. */
export const SESSION_KEY = "pushSession";
/** Limits the wait for the browser's push service, which can be unreachable. */
const FORGET_TIMEOUT_MS = 2_000;

export async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return found && "pushManager" in found ? found : null;
}

export async function closeMessageNotifications(): Promise<void> {
  const registration = await findRegistration();
  const shown = await registration?.getNotifications({ tag: "message" });
  for (const notification of shown ?? []) notification.close();
}

export async function forgetDevice(): Promise<void> {
  removeStored("localStorage", SESSION_KEY);
  const forget = async () => {
    await stopServiceWorkerStart();
    const registration = await findRegistration();
    if (!registration) return;
    for (const notification of await registration.getNotifications()) notification.close();
    await navigator.clearAppBadge?.();
    for (const name of await caches.keys()) await caches.delete(name);
    // Unregisters without waiting for the push service, which can be slow. Without a service worker no notification is
    // shown.
    const unsubscribed = (await registration.pushManager.getSubscription())?.unsubscribe();
    await registration.unregister();
    await unsubscribed;
  };
  const timeout = new Promise((resolve) => setTimeout(resolve, FORGET_TIMEOUT_MS));
  await Promise.race([forget().catch(() => {}), timeout]);
}
