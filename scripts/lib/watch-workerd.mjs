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

/** A process's children by /proc; none on systems without it. @param {number | undefined} pid */
const listChildren = (pid) =>
  read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

const isWorkerd = (/** @type {number} */ pid) => read(`/proc/${pid}/comm`) === "workerd";

/**
 * All processes that a process has started, itself or through others, and that run workerd.
 * @param {number} pid
 * @returns {number[]}
 */
export function findWorkerds(pid) {
  return listChildren(pid).flatMap((one) => (isWorkerd(one) ? [one] : findWorkerds(one)));
}

/**
 * Ties wrangler and its workerd together. A wrangler that was killed leaves workerd holding the
 * port, so it is ended; a workerd that was killed leaves wrangler waiting for nothing.
 * @param {import("node:child_process").ChildProcess} wrangler
 * @param {() => void} onLost called once when a workerd went away and wrangler didn't
 */
export function watchWorkerd(wrangler, onLost) {
  /** @type {number[]} */
  let known = [];
  const timer = setInterval(() => {
    const now = listChildren(wrangler.pid).filter(isWorkerd);
    const isLost = known.some((pid) => !now.includes(pid));
    known = now;
    if (isLost) onLost();
  }, CHECK_MS);
  timer.unref();
  wrangler.once("exit", () => {
    clearInterval(timer);
    for (const pid of known) {
      try {
        process.kill(pid, "SIGTERM");
      } catch (error) {
        if (codeOf(error) !== "ESRCH") throw error;
      }
    }
  });
}
