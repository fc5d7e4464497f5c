/** Releases. A release is a commit that production ran; deploying sets its tag `release-DATE-COMMIT` (docs/deploy.md). */
import { run } from "./project.mjs";

/** The last release that has no tag. */
const FIRST = "e92d4ed";

/** @param {string[]} args */
const git = async (...args) => (await run("git", args, { quiet: true })).trim();

/** Tags the checked-out commit, unless it has a tag. @returns the tag */
export async function tagRelease() {
  const [known] = (await git("tag", "--list", "release-*", "--points-at", "HEAD")).split("\n");
  if (known) return known;
  const date = new Date().toISOString().slice(0, 10);
  const tag = `release-${date}-${await git("rev-parse", "--short", "HEAD")}`;
  await git("tag", tag);
  return tag;
}

/**
 * The newest release before the checked-out commit.
 * @returns {Promise<string | null>} a commit's short name; null if the clone has none
 */
export async function findLastRelease() {
  const head = await git("rev-parse", "HEAD");
  const listed = await git(
    "tag",
    "--list",
    "release-*",
    "--merged",
    "HEAD",
    "--sort=-committerdate",
  );
  for (const name of [...listed.split("\n").filter(Boolean), FIRST]) {
    try {
      const commit = await git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
      if (commit !== head) return await git("rev-parse", "--short", commit);
    } catch {
      // A shallow clone doesn't have that commit.
    }
  }
  return null;
}
