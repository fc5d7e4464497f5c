/** None of the functions in this file throws if storage is turned off or full. */
type StorageKind = "localStorage" | "sessionStorage";

export function readStored(kind: StorageKind, key: string): string | null {
  return attempt(() => globalThis[kind].getItem(key)) ?? null;
}

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

/** Null if the text is not a JSON object. */
export function parseObject(text: string | null | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
