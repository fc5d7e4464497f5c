import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { findAuthToken } from "~/app/messaging/token";
import type { NotificationsDto } from "~/core/shared/contract";
import { describeDevice } from "./describe-device";

/** The session under which the server knows this device. */
const SESSION_KEY = "pushSession";
/** Signing out waits so long for the browser's push service, which may be out of reach. */
const FORGET_TIMEOUT_MS = 2_000;

/**
 * What this browser can do: `needs-install` is Safari on a phone, where only an app on the home screen is notified;
 * `unsupported` has neither service workers nor push.
 */
export type DeviceState = "on" | "off" | "denied" | "needs-install" | "unsupported";

let isOn = false;

/** Whether this device is notified by push, as far as this page knows. */
export const isPushOn = (): boolean => isOn;

/** Starts the service worker, once the page has what it needs itself. */
export function startServiceWorker(): void {
  if (typeof navigator.serviceWorker === "undefined") return;
  const start = () => {
    // Refused where the browser keeps nothing; then all works as without it.
    navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  };
  const later = () => setTimeout(start, 500);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}

async function findRegistration(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return found && "pushManager" in found ? found : null;
}

const findSubscription = async () =>
  (await (await findRegistration())?.pushManager.getSubscription()) ?? null;

/** What this device can do, and whether it does. */
export async function readDevice(): Promise<DeviceState> {
  if (typeof Notification === "undefined" || !("PushManager" in window)) {
    return isApplePhone() ? "needs-install" : "unsupported";
  }
  if (Notification.permission === "denied") return "denied";
  isOn = Notification.permission === "granted" && (await findSubscription()) !== null;
  return isOn ? "on" : "off";
}

/** Whether it makes sense to offer notifications: this browser can, its owner hasn't refused, and they are not on. */
export async function canAsk(): Promise<boolean> {
  if (typeof Notification === "undefined" || Notification.permission === "denied") return false;
  if ("PushManager" in window && (await findRegistration())) return (await readDevice()) === "off";
  return Notification.permission === "default" && canNotifyByItself();
}

/**
 * Whether a page may notify without a service worker. Without permission constructing shows nothing anywhere, so it can
 * be tried.
 */
function canNotifyByItself(): boolean {
  try {
    new Notification("").close();
    return true;
  } catch {
    return false;
  }
}

/** iPads say that they are Macs; Macs have no touch. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/**
 * Asks for the permission and subscribes this browser. To be called from a click, which browsers ask for.
 * @returns `failed` when the permission is there, and the server or the browser's push service is not
 */
export async function turnOn(): Promise<"on" | "denied" | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    const registration = await findRegistration();
    const settings = await callServer("GET", "/api/account/notifications");
    const key = (settings as NotificationsDto | null)?.public_key;
    if (!registration || !key) return "failed";
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const subscription = await registration.pushManager.subscribe(options).catch(async () => {
      // Of another key of the server's, from before.
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      return registration.pushManager.subscribe(options);
    });
    isOn = await tellServer(subscription);
    return isOn ? "on" : "failed";
  } catch {
    return "failed";
  }
}

/** Ends the notifications of this browser. A server that can't be reached now learns of it at the next one that it sends. */
export async function turnOff(): Promise<void> {
  isOn = false;
  removeStored("localStorage", SESSION_KEY);
  await (await findSubscription())?.unsubscribe().catch(() => false);
  const known = await callServer("GET", "/api/account/notifications").catch(() => null);
  const own = (known as NotificationsDto | null)?.subscriptions.find(({ current }) => current);
  if (own) {
    const path = `/api/account/push-subscriptions/${own.subscription_id}`;
    await callServer("DELETE", path).catch(() => null);
  }
}

/** Tells the server of this browser again after a new sign-in: it belongs to the session that named it last. */
export async function syncDevice(sessionId: string): Promise<void> {
  if ((await readDevice()) !== "on" || readStored("localStorage", SESSION_KEY) === sessionId)
    return;
  const subscription = await findSubscription();
  if (subscription && (await tellServer(subscription))) {
    writeStored("localStorage", SESSION_KEY, sessionId);
  }
}

/** Takes away what this device still shows of messages. */
export async function closeMessageNotifications(): Promise<void> {
  const registration = await findRegistration();
  const shown = await registration?.getNotifications({ tag: "message" });
  for (const notification of shown ?? []) notification.close();
}

/** By the service worker, which leads to the conversation on a click, also where a page may not notify by itself. */
export async function notifyByWorker(title: string, body: string, path: string): Promise<void> {
  const options = { body, tag: "message", icon: "/icons/icon-192.png", data: path };
  await (await findRegistration())?.showNotification(title, options);
}

/** For a sign-out: takes away all that this browser could show: notifications, what is kept, and the service worker. */
export async function forgetDevice(): Promise<void> {
  isOn = false;
  removeStored("localStorage", SESSION_KEY);
  const forget = async () => {
    const registration = await findRegistration();
    if (!registration) return;
    for (const notification of await registration.getNotifications()) notification.close();
    await navigator.clearAppBadge?.();
    for (const name of await caches.keys()) await caches.delete(name);
    // The push service may take its time; without the service worker nothing that it brings is shown.
    const unsubscribed = (await registration.pushManager.getSubscription())?.unsubscribe();
    await registration.unregister();
    await unsubscribed;
  };
  const timeout = new Promise((resolve) => setTimeout(resolve, FORGET_TIMEOUT_MS));
  await Promise.race([forget().catch(() => {}), timeout]);
}

async function tellServer(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const label = describeDevice(navigator.userAgent, navigator.maxTouchPoints);
  const body = { endpoint, keys, label };
  return (await callServer("POST", "/api/account/push-subscriptions", body)) !== null;
}

/** The answer's body; null for a refusal. */
async function callServer(method: string, path: string, body?: object): Promise<unknown> {
  const token = await findAuthToken();
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token ?? ""}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  return response.ok ? response.json() : null;
}
