import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { launchOptions } from "~/scripts/lib/browser.mjs";

describe("the browser that tests launch", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "happenstance-path-"));
    vi.stubEnv("PATH", folder);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it("with a Chromium on the PATH, tests launch it, or its headless shell if there is one and they don't need the full browser", () => {
    const [whole, shell] = ["chromium", "chromium-headless-shell"].map((name) =>
      join(folder, name),
    );
    writeFileSync(String(whole), "", { mode: 0o755 });
    expect(launchOptions()).toMatchObject({ executablePath: whole });
    expect(launchOptions()).not.toHaveProperty("channel");
    writeFileSync(String(shell), "", { mode: 0o755 });
    expect(launchOptions()).toMatchObject({ executablePath: shell });
    expect(launchOptions({ isWhole: true })).toMatchObject({ executablePath: whole });
  });

  it("without a Chromium on the PATH, tests launch Playwright's headless shell, or its full Chromium for notifications and installing", () => {
    expect(launchOptions()).not.toHaveProperty("channel");
    expect(launchOptions({ isWhole: true })).toMatchObject({ channel: "chromium" });
    for (const isWhole of [true, false]) {
      expect(launchOptions({ isWhole })).not.toHaveProperty("executablePath");
    }
  });
});
