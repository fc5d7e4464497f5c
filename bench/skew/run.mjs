/** `npm run bench -- skew`: the last release and the work tree as two versions of one deployment (bench/skew/README.md). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { NODE, ROOT, run, runMain } from "../../scripts/lib/project.mjs";
import { findLastRelease } from "../../scripts/lib/releases.mjs";

/** Ends with the build's two paths as JSON in the last line. */
const BUILD = `
  const { ensureInstalled } = await import("./scripts/lib/ensure-install.mjs");
  await ensureInstalled();
  const { ensureSecrets } = await import("./scripts/lib/ensure-secrets.mjs");
  await ensureSecrets();
  const { ensureBuild } = await import("./scripts/lib/ensure-build.mjs");
  console.log(JSON.stringify(await ensureBuild()));
`;

/**
 * Builds a commit in a work tree of its own, with its own packages: once.
 * @param {string} commit
 */
async function buildRelease(commit) {
  const root = join(ROOT, ".wrangler/releases", commit);
  if (!existsSync(root))
    await run("git", ["worktree", "add", "--detach", root, commit], { quiet: true });
  console.log(`Building the release ${commit} …`);
  const printed = await run(NODE, ["--input-type=module", "--eval", BUILD], {
    cwd: root,
    quiet: true,
  });
  return { root, ...JSON.parse(printed.trim().split("\n").at(-1) ?? "") };
}

await runMain(async () => {
  const commit = await findLastRelease();
  if (commit === null) {
    console.log("skipped: this clone has no release before the commit that is checked out");
    return;
  }
  const release = await buildRelease(commit);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = ["run", "--config", "bench/skew/vitest.config.ts", ...process.argv.slice(2)];
  await run(NODE, [vitest, ...args], { env: { RELEASE: JSON.stringify(release) } });
});
