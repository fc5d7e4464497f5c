import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, isAlive } from "./project.mjs";

const POLL_MS = 200;

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  try {
    // A killed process leaves its lock file, so the next one removes it.
    const holder = Number(readFileSync(path, "utf8"));
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return false;
}

/**
 * Waits until no other process holds a lock file, then holds it while `work` runs.
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  while (!tryLock(path)) await pause(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
