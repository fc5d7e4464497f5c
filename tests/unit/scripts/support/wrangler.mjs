// A stand-in for wrangler and the platform behind it: logs each command, and answers as a deployed account would.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

const { ACCOUNT = "", WRANGLER_OUTPUT_FILE_PATH = "" } = process.env;
const args = process.argv.slice(2);
const account = JSON.parse(readFileSync(ACCOUNT, "utf8"));
const worker = args.includes("wrangler.midnight.toml") ? "midnight" : "web";
const print = (/** @type {unknown} */ value) => console.log(JSON.stringify(value));

appendFileSync(`${ACCOUNT}.log`, `${args.join(" ")}\n`);
const [first, second] = args;
if (first === "secret") {
  print(["SESSION_SECRET", "RECORD_SECRET"].map((name) => ({ name, type: "secret_text" })));
} else if (first === "deployments") {
  print({ versions: account[worker] });
} else if (second === "view") {
  print({ id: args[2], annotations: { "workers/tag": account.commit } });
} else if (second === "upload") {
  const names = { web: "happenstance-production", midnight: "happenstance-midnight-production" };
  const [type, worker_name, version_id] = ["version-upload", names[worker], `${worker}-new`];
  const lines = [{ type: "wrangler-session" }, { type, worker_name, version_id }];
  writeFileSync(
    WRANGLER_OUTPUT_FILE_PATH,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
} else if (first === "versions" && second === "deploy") {
  const shares = args.filter((one) => one.includes("@"));
  account[worker] = shares.map((one) => {
    const [version_id, percentage] = one.split("@");
    return { version_id, percentage: Number.parseInt(percentage ?? "", 10) };
  });
  writeFileSync(ACCOUNT, JSON.stringify(account));
}
