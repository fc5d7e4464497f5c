import { listStoredKeys, readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import type { SharedStore } from "./environment";

/** Takes over where the browser keeps nothing for us: what is written then lives as long as the page. */
const memory = new Map<string, string>();

/** `localStorage`, in which tabs tell each other of changes. */
export const BROWSER_STORE: SharedStore = {
  read: (key) => memory.get(key) ?? readStored("localStorage", key),
  write(key, value) {
    // What is in memory goes before what is stored, so it must not outlive it.
    if (writeStored("localStorage", key, value)) memory.delete(key);
    else memory.set(key, value);
  },
  remove(key) {
    memory.delete(key);
    removeStored("localStorage", key);
  },
  keys: () => [...new Set([...listStoredKeys("localStorage"), ...memory.keys()])],
  watch(onChange) {
    const onStorage = (event: StorageEvent) => onChange(event.key);
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  },
};
