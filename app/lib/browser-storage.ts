/**
 * The browser's storage, which may be switched off or full: then nothing is kept, and nothing breaks.
 */
export type StorageKind = "localStorage" | "sessionStorage";

export function readStored(kind: StorageKind, key: string): string | null {
  try {
    return window[kind].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(kind: StorageKind, key: string, value: string): void {
  try {
    window[kind].setItem(key, value);
  } catch {
    // Full or forbidden: the choice then lasts as long as the page.
  }
}

export function removeStored(kind: StorageKind, key: string): void {
  try {
    window[kind].removeItem(key);
  } catch {
    // Forbidden: then there is nothing to remove either.
  }
}
