import { readFileSync } from "node:fs";
import { codeOf } from "./project.mjs";

const CHECK_MS = 500;

const read = (/** @type {string} */ path) => {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
};

/**
 * A process's children that run `name`, by /proc; none on systems without it.
 * @param {number | undefined} pid
 * @param {string} name
 */
function findChildren(pid, name) {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return children.filter((one) => read(`/proc/${one}/comm`) === name);
}

/**
 * Ties wrangler and its workerd together. A wrangler that was killed leaves workerd holding the
 * port, so it is ended; a workerd that was killed leaves wrangler waiting for nothing.
 * @param {import("node:child_process").ChildProcess} wrangler
 * @param {() => void} onLost called once when a workerd went away and wrangler didn't
 */
export function watchWorkerd(wrangler, onLost) {
  /** @type {string[]} */
  let known = [];
  const timer = setInterval(() => {
    const now = findChildren(wrangler.pid, "workerd");
    const isLost = known.some((pid) => !now.includes(pid));
    known = now;
    if (isLost) onLost();
  }, CHECK_MS);
  timer.unref();
  wrangler.once("exit", () => {
    clearInterval(timer);
    for (const pid of known) {
      try {
        process.kill(Number(pid), "SIGTERM");
      } catch (error) {
        if (codeOf(error) !== "ESRCH") throw error;
      }
    }
  });
}
