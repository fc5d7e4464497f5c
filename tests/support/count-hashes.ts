import { vi } from "vitest";
import { passwords } from "~/core/accounts/passwords";

export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  const spies = (["hash", "verify"] as const).map((name) => vi.spyOn(passwords, name));
  await work();
  const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  return count;
}
