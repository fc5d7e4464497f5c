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

/** A process's children by /proc; none if the system has no /proc. @param {number | undefined} pid */
const listChildren = (pid) =>
  read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);

const isWorkerd = (/** @type {number} */ pid) => read(`/proc/${pid}/comm`) === "workerd";

/**
 * All processes that run workerd and were started by a process, directly or through others.
 * @param {number} pid
 * @returns {number[]}
 */
export function findWorkerds(pid) {
  return listChildren(pid).flatMap((one) => (isWorkerd(one) ? [one] : findWorkerds(one)));
}

/**
 * Ends wrangler and its workerd together. A killed wrangler leaves a workerd that holds the port, so that is ended. A
 * killed workerd leaves a wrangler that waits forever.
 * @param {import("node:child_process").ChildProcess} wrangler
 * @param {() => void} onLost called once if a workerd has ended and wrangler has not
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
