import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import { findAuthToken } from "~/app/lib/session-token";
import type { NotificationsDto } from "~/core/shared/contract";
import { describeDevice, findSystem } from "./describe-device";
import { findRegistration, SESSION_KEY } from "./forget-device";

/**
 * `needs-install`: Safari on an iPhone or iPad notifies only an app on the home screen. `unsupported`: the browser has
 * no service workers or no push.
 */
export type DeviceState = "on" | "off" | "denied" | "needs-install" | "unsupported";

let isOn = false;

export const isPushOn = (): boolean => isOn;

const findSubscription = async () =>
  (await (await findRegistration())?.pushManager.getSubscription()) ?? null;

export async function readDevice(): Promise<DeviceState> {
  if (typeof Notification === "undefined" || !("PushManager" in window)) {
    const system = findSystem(navigator.userAgent, navigator.maxTouchPoints);
    return system === "iPhone" || system === "iPad" ? "needs-install" : "unsupported";
  }
  if (Notification.permission === "denied") return "denied";
  isOn = Notification.permission === "granted" && (await findSubscription()) !== null;
  return isOn ? "on" : "off";
}

export async function canAsk(): Promise<boolean> {
  if (typeof Notification === "undefined" || Notification.permission === "denied") return false;
  if ("PushManager" in window && (await findRegistration())) return (await readDevice()) === "off";
  return Notification.permission === "default" && canNotifyByItself();
}

/**
 * Calls the constructor, because on Android it exists but throws. Must be called before the permission is given, so
 * that no notification appears.
 */
function canNotifyByItself(): boolean {
  try {
    new Notification("").close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Browsers ask for the permission only during a click.
 * @returns `failed` if the permission was given, but this device could not be registered
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
      // A subscription that was made with an earlier key of the server must end first.
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      return registration.pushManager.subscribe(options);
    });
    isOn = await tellServer(subscription);
    return isOn ? "on" : "failed";
  } catch {
    return "failed";
  }
}

/** A server that can't be reached now removes this device when its next push to the device fails. */
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

/** The server knows a device by the session that last registered it. */
export async function syncDevice(sessionId: string): Promise<void> {
  if ((await readDevice()) !== "on" || readStored("localStorage", SESSION_KEY) === sessionId)
    return;
  const subscription = await findSubscription();
  if (subscription && (await tellServer(subscription))) {
    writeStored("localStorage", SESSION_KEY, sessionId);
  }
}

/** For browsers in which a page can't notify. A click on the notification opens `path`. */
export async function notifyByWorker(title: string, body: string, path: string): Promise<void> {
  const options = { body, tag: "message", icon: "/icons/icon-192.png", data: path };
  await (await findRegistration())?.showNotification(title, options);
}

async function tellServer(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const label = describeDevice(navigator.userAgent, navigator.maxTouchPoints);
  const body = { endpoint, keys, label };
  return (await callServer("POST", "/api/account/push-subscriptions", body)) !== null;
}

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
