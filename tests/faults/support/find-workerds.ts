import { readFileSync } from "node:fs";

export function findWorkerds(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter(Boolean)
    .map(Number)
    .flatMap((one) => (read(`/proc/${one}/comm`) === "workerd" ? [one] : findWorkerds(one)));
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
