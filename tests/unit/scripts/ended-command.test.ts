import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "~/scripts/lib/project.mjs";

it("a command that is ended by a signal removes its folder, even while its child writes there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ended-"));
  const project = JSON.stringify(join(ROOT, "scripts/lib/project.mjs"));
  const writing = `let n = 0; setInterval(() => require("fs").writeFileSync(process.argv[1] + "/" + n++, ""), 1);`;
  const source = `import { removeAtEnd, run } from ${project};
    removeAtEnd(process.argv[1]);
    await run(process.execPath, ["-e", ${JSON.stringify(writing)}, process.argv[1]]);`;
  const command = spawn(process.execPath, ["--input-type=module", "-e", source, folder]);
  let errors = "";
  command.stderr.on("data", (text) => {
    errors += text;
  });
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const ended = new Promise((resolve) => command.once("close", resolve));
  command.kill("SIGTERM");
  expect(await ended).toBe(1);
  expect(errors).toBe("");
  expect(existsSync(folder)).toBe(false);
});
