import { readFileSync } from "node:fs";
import { isAlive } from "./project.mjs";

const CHECK_MS = 250;

/** Finds npm, which runs a script through a shell that outlives a killed npm. @returns npm's pid, or null */
function findNpm() {
  if (!process.env.npm_lifecycle_event) return null;
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, "utf8");
    const name = /^Name:\s*(\S+)/m.exec(status)?.[1] ?? "";
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    return name.endsWith("sh") && parent > 1 ? parent : null;
  } catch {
    // This system has no /proc, so only the direct parent is watched.
    return null;
  }
}

/**
 * Calls `onGone` once when the parent process has ended without a signal to this one, as after SIGKILL.
 * @param {() => void} onGone
 */
export function watchParents(onGone) {
  const parent = process.ppid;
  const npm = findNpm();
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}
