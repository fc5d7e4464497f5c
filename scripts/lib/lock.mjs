import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const POLL_MS = 200;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    // A holder that was killed left its file: the next one takes it away.
    const holder = Number(readFileSync(path, "utf8"));
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return false;
}

/** Runs `work` while holding a lock file, waiting for whoever holds it now. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (!tryLock(path)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
