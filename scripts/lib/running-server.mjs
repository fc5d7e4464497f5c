import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, stateDirectory } from "./project.mjs";

const file = () => join(stateDirectory(), "server.json");

/** Notes that this process serves the state folder, until it ends. @param {number} port */
export function noteServer(port) {
  mkdirSync(stateDirectory(), { recursive: true });
  writeFileSync(file(), JSON.stringify({ pid: process.pid, port }));
  process.once("exit", () => rmSync(file(), { force: true }));
}

/** The origin of the server that serves the state folder; null if none does. */
export function findServer() {
  if (!existsSync(file())) return null;
  const { pid, port } = JSON.parse(readFileSync(file(), "utf8"));
  return isAlive(pid) ? `http://127.0.0.1:${port}` : null;
}
