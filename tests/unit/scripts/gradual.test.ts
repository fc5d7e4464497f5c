import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findNotAdditive, findNotGradual } from "~/scripts/lib/gradual.mjs";
import { ROOT, toolEnvironment } from "~/scripts/lib/project.mjs";

describe("findNotAdditive", () => {
  it.each([
    [
      "CREATE TABLE `a` (\n\t`id` text PRIMARY KEY NOT NULL\n);\n--> statement-breakpoint\nCREATE INDEX `i` ON `a` (`id`);",
      0,
    ],
    ["ALTER TABLE `members` ADD `zone` text;", 0],
    ["-- A note; of two parts.\nALTER TABLE `members` ADD `zone` text;", 0],
    ["CREATE UNIQUE INDEX `i` ON `members` (`zone`);", 1],
    ["ALTER TABLE `members` DROP COLUMN `zone`;", 1],
    ["ALTER TABLE `__new_members` RENAME TO `members`;", 1],
    ["DROP TABLE `members`;\n--> statement-breakpoint\nDROP VIEW `seen`;", 2],
    ["UPDATE `members` SET `waited` = 1;", 1],
  ])("given %j, findNotAdditive finds %i", (sql, count) => {
    expect(findNotAdditive(sql)).toHaveLength(count);
  });
});

it("a release with a new object class can't go in steps, and one with the same classes can", () => {
  const before = '[[migrations]]\ntag = "v1"\nnew_sqlite_classes = ["A"]\n\n[[queues.producers]]\n';
  const after = `${before}\n[[migrations]]\ntag = "v2"\nnew_sqlite_classes = ["B"]\n`;
  const judge = (now: string) => findNotGradual({ tomls: { before, now }, migrations: [] });
  expect(judge(`${before}queue = "other"\n`)).toEqual([]);
  expect(judge(after)).toEqual([expect.stringContaining("10211")]);
  const matcher = '[[env.production.migrations]]\ntag = "v1"\nnew_sqlite_classes = ["C"]\n';
  expect(judge(`${before}\n${matcher}`)).toEqual([expect.stringContaining("10211")]);
});

describe("npm run deploy -- --gradual", () => {
  /** State of the product that the stand-in has deployed. */
  const product = {
    known: ["reports"],
    bad: [] as string[],
    badFrom: 0,
    isBroken: false,
    looks: 0,
  };
  const readAccount = () => JSON.parse(readFileSync(account, "utf8"));
  /** The percentage of requests that the new version of the web Worker gets; -1 if it is not deployed. */
  const readShare = (): number =>
    readAccount().web.find((one: { version_id: string }) => one.version_id === "web-new")
      ?.percentage ?? -1;

  const outside = createServer((request, response) => {
    const override = String(request.headers["cloudflare-workers-version-overrides"] ?? "");
    const isNew = override === 'happenstance-production="web-new"' && readShare() >= 0;
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { "content-type": type }).end(body);
    const json = (status: number, value: unknown) =>
      answer(status, "application/json", JSON.stringify(value));
    const version = isNew ? "web-new" : "web-old";
    if (request.url === "/healthz") return json(200, { status: "ok", version });
    if (request.url === "/healthz?deep") {
      const facts = [...product.known, ...(readShare() >= product.badFrom ? product.bad : [])];
      const lookedAt = `look ${product.looks++}`;
      return json(503, { status: "ok", watch: { lookedAt, bad: facts.map((fact) => ({ fact })) } });
    }
    if (request.url === "/draw.json") return json(200, {});
    if (request.url === "/api/users/me") return json(401, { code: "unauthorized" });
    if (request.url === "/assets/entry-1.js") {
      return answer(isNew && product.isBroken ? 404 : 200, "text/javascript", "");
    }
    answer(200, "text/html", '<script src="/assets/entry-1.js"></script>');
  });

  let tree: string;
  let account: string;
  let first: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], {
      cwd: tree,
      encoding: "utf8",
    }).trim();
  const commit = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
  };

  beforeAll(async () => {
    await once(outside.listen(0, "127.0.0.1"), "listening");
    const { port } = outside.address() as AddressInfo;
    tree = mkdtempSync(join(tmpdir(), "gradual-"));
    account = join(tree, "node_modules/account.json");
    const names = ["package.json", "package-lock.json", ".gitignore", "migrations", "scripts"];
    for (const name of names) cpSync(join(ROOT, name), join(tree, name), { recursive: true });
    for (const name of ["wrangler.toml", "wrangler.midnight.toml"]) {
      const toml = readFileSync(join(ROOT, name), "utf8")
        .replaceAll(/"00000000-0000-0000-0000-0000000000/g, '"5b8f6a52-7c5e-0000-0000-0000000000')
        .replace('ORIGIN = "https://happenstance.example"', `ORIGIN = "http://127.0.0.1:${port}"`);
      writeFileSync(join(tree, name), toml);
    }
    const wrangler = join(tree, "node_modules/wrangler/wrangler-dist");
    mkdirSync(wrangler, { recursive: true });
    cpSync(join(import.meta.dirname, "support/wrangler.mjs"), join(wrangler, "cli.js"));
    for (const name of ["node", ".package-lock.json"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(tree, "node_modules", name));
    }
    git("init", "--quiet");
    commit("the release that runs");
    first = git("rev-parse", "--short", "HEAD");
    writeFileSync(join(tree, "migrations/9000_adds.sql"), "ALTER TABLE `members` ADD `x` text;\n");
    commit("the next one");
  });
  beforeEach(() => {
    Object.assign(product, { bad: [], badFrom: 0, isBroken: false });
    const at = (version_id: string) => [{ version_id, percentage: 100 }];
    const state = { commit: first, web: at("web-old"), midnight: at("midnight-old") };
    writeFileSync(account, JSON.stringify(state));
    writeFileSync(`${account}.log`, "");
    for (const tag of git("tag", "--list").split("\n").filter(Boolean)) git("tag", "-d", tag);
  });
  afterAll(() => {
    outside.close();
    rmSync(tree, { recursive: true, force: true });
  });

  /** Runs the deployment in steps, by default without waiting between checks. @param interruptAt output at which it is interrupted */
  async function deploy({ every = 0, interruptAt = "" } = {}) {
    const how = ["--gradual", "--built", "--minutes", "0", "--every", String(every)];
    const child = spawn(
      process.execPath,
      [join(tree, "scripts/deploy.mjs"), "--env", "production", ...how],
      { cwd: tree, env: toolEnvironment({ ACCOUNT: account }) },
    );
    let output = "";
    const read = (chunk: Buffer) => {
      output += String(chunk);
      if (interruptAt && output.includes(interruptAt)) {
        interruptAt = "";
        child.kill("SIGINT");
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    const [status] = await once(child, "close");
    const commands = readFileSync(`${account}.log`, "utf8")
      .split("\n")
      .filter((line) => /^(d1|versions (deploy|upload)|triggers|deploy )/.test(line))
      .map((line) => line.replace(/ --env production.*/, "").replace("wrangler.", ""));
    return { status, output, commands, tags: git("tag", "--list") };
  }

  const UPLOADS = [
    "versions upload --config toml",
    "versions upload --config midnight.toml",
    "d1 migrations apply DB --remote",
  ];
  const to = (...shares: string[]) => `versions deploy ${shares.join(" ")} --config toml`;
  const NOUGHT = to("web-old@100%", "web-new@0%");
  const TEN = to("web-old@90%", "web-new@10%");
  const BACK = to("web-old@100%");

  it("a sound version is deployed by 0, 10 and 100 % despite a fact that was bad before, and is tagged", async () => {
    const { status, commands, tags, output } = await deploy();
    expect([status, output]).toEqual([0, expect.stringContaining("Deployed")]);
    expect(commands).toEqual([
      ...UPLOADS,
      NOUGHT,
      TEN,
      to("web-new@100%"),
      "versions deploy midnight-new@100% --config midnight.toml",
      "triggers deploy --config toml",
      "triggers deploy --config midnight.toml",
    ]);
    const head = git("rev-parse", "--short", "HEAD");
    expect(tags).toMatch(new RegExp(`^release-\\d{4}-\\d\\d-\\d\\d-${head}$`));
  });

  it("the deployment goes back from 0 % if a page names a script that is missing", async () => {
    product.isBroken = true;
    const { status, commands, output, tags } = await deploy();
    expect([status, tags]).toEqual([1, ""]);
    expect(output).toContain("/assets/entry-1.js, named by /, answered 404.");
    expect(commands).toEqual([...UPLOADS, NOUGHT, BACK]);
  });

  it("the deployment goes back from 10 % if a fact of the watch turns bad", async () => {
    Object.assign(product, { bad: ["answers"], badFrom: 10 });
    const { status, commands, output } = await deploy();
    expect([status, output]).toEqual([
      1,
      expect.stringContaining("Bad since the deployment: answers ("),
    ]);
    expect(commands).toEqual([...UPLOADS, NOUGHT, TEN, BACK]);
  });

  it("the deployment takes both Workers back from 100 % if the first look of the new crons is bad", async () => {
    Object.assign(product, { bad: ["jobs_waiting"], badFrom: 100 });
    const { status, commands } = await deploy();
    expect([status, commands.slice(-2)]).toEqual([
      1,
      [BACK, "versions deploy midnight-old@100% --config midnight.toml"],
    ]);
    expect(readAccount().midnight[0].version_id).toBe("midnight-old");
  });

  it("the deployment goes back if the operator interrupts it", async () => {
    const { status, commands, output } = await deploy({ every: 3_600, interruptAt: "10 %" });
    expect([status, commands.at(-1)]).toEqual([1, BACK]);
    expect(output).toContain("Interrupted.");
  });

  it("a deployment is refused if two versions already run, or the running commit is not in the clone", async () => {
    const state = readAccount();
    writeFileSync(account, JSON.stringify({ ...state, web: [...state.web, ...state.midnight] }));
    const divided = await deploy();
    expect(divided.output).toContain("wrangler.toml has two versions already");
    writeFileSync(account, JSON.stringify({ ...state, commit: "0123456" }));
    const unknown = await deploy();
    expect(unknown.output).toContain("The commit of the running version (0123456");
    expect([divided, unknown].map(({ status, commands }) => [status, commands])).toEqual([
      [1, []],
      [1, []],
    ]);
  });

  it("a release that can't go in steps is refused before any upload, with every reason", async () => {
    appendFileSync(
      join(tree, "wrangler.toml"),
      '\n[[migrations]]\ntag = "v9"\nnew_sqlite_classes = ["NewObject"]\n',
    );
    writeFileSync(join(tree, "migrations/9001_drops.sql"), "DROP TABLE `members`;\n");
    commit("what can't go in steps");
    const { status, output, commands } = await deploy();
    git("reset", "--quiet", "--hard", "HEAD~1");
    expect([status, commands]).toEqual([1, []]);
    expect(output).toContain("error 10211");
    expect(output).toContain("migrations/9001_drops.sql does more than add");
    expect(output).toContain("DROP TABLE `members`");
    expect(output).not.toContain("9000_adds");
  });
});
