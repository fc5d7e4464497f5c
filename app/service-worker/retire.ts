/**
 * Takes the place of the service worker when it has to go (docs/operations.md): `SERVICE_WORKER=off npm run deploy`. A
 * browser fetches it at the next visit; it removes all that was kept and itself.
 */
import type { ServiceWorkerScope } from "./scope";

declare const self: ServiceWorkerScope;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => {
  const leave = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(leave());
});
