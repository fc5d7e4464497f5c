/**
 * The browser's storage, which may be switched off or full: then nothing is kept, and nothing breaks.
 */
export type StorageKind = "localStorage" | "sessionStorage";

export function readStored(kind: StorageKind, key: string): string | null {
  return attempt(() => globalThis[kind].getItem(key)) ?? null;
}

/** @returns whether it is kept; if not, it lasts as long as the page at most */
export function writeStored(kind: StorageKind, key: string, value: string): boolean {
  return (
    attempt(() => {
      globalThis[kind].setItem(key, value);
      return true;
    }) ?? false
  );
}

export function removeStored(kind: StorageKind, key: string): void {
  attempt(() => globalThis[kind].removeItem(key));
}

export function listStoredKeys(kind: StorageKind): string[] {
  return attempt(() => Object.keys(globalThis[kind])) ?? [];
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
