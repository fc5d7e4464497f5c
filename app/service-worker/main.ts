/** The cache contains only files of the build, never data of a member. */
import { readPush } from "./read-push";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by `plugin.ts`. `files` has the paths to cache. */
declare const BUILD: { version: string; files: string[] };

const PREFIX = "shell-";
const CACHE = PREFIX + BUILD.version;
const OFFLINE_PAGE = "/offline";
/** A proxy sends these if its server is down. If our server itself sends one, the answer has an `x-request-id`. */
const DOWN = new Set([502, 503, 504]);

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // `reload` bypasses the HTTP cache, which can have an older page, because this address has no digest.
    await cache.add(new Request(OFFLINE_PAGE, { cache: "reload" }));
    await cache.addAll(BUILD.files);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    // The browser requests a page while it starts this worker, so that the worker makes no page slower.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // Forms are left to the browser, whose error page offers to send them again.
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(request, event.preloadResponse));
  else if (BUILD.files.includes(pathname)) event.respondWith(answerFile(request));
});

async function answerPage(
  request: Request,
  preload: Promise<Response | undefined>,
): Promise<Response> {
  let answer: Response | undefined;
  try {
    answer = (await preload) ?? (await fetch(request));
  } catch {
    // There is no network, or the server is down.
  }
  const isDown = !answer || (DOWN.has(answer.status) && !answer.headers.has("x-request-id"));
  if (answer && !isDown) return answer;
  const page = await caches.match(OFFLINE_PAGE, { cacheName: CACHE });
  return page ?? answer ?? Response.error();
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.text() ?? ""));
});

async function show(payload: string): Promise<void> {
  const push = readPush(payload, self.location.origin);
  if (push.badge !== null) await self.navigator.setAppBadge?.(push.badge).catch(() => {});
  const pages = await listPages();
  const isSeen = ({ url, visibilityState }: WindowClient) =>
    visibilityState === "visible" && new URL(url).pathname === new URL(push.url).pathname;
  if (push.tag === "message" && pages.some(isSeen)) return;
  const { title, body, tag, url } = push;
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: url,
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

async function open(url: string): Promise<void> {
  const target = new URL(url, self.location.origin);
  if (target.origin !== self.location.origin) return;
  const pages = await listPages();
  const page = pages.find((one) => new URL(one.url).pathname === target.pathname);
  if (page) await page.focus();
  else await self.clients.openWindow(target.href);
}

const listPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
