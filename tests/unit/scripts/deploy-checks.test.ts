import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  ENVIRONMENTS,
  findDatabaseId,
  findMailObstacles,
  findObstacles,
  findOrigin,
  nameMissingSecrets,
} from "~/scripts/lib/deploy-checks.mjs";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const tomls = { web: read("wrangler.toml"), midnight: read("wrangler.midnight.toml") };

const config = (name: string, { id = "5b8f6a52-7c5e", origin = "https://date.example" } = {}) => ({
  name,
  toml: `[env.staging.vars]\nORIGIN = "${origin}"\n\n[[env.staging.d1_databases]]\ndatabase_id = "${id}"\n`,
});
const ready = { changes: [], configs: [config("a.toml"), config("b.toml")] };

describe("findObstacles", () => {
  it("findObstacles finds nothing in a clean, complete state", () => {
    expect(findObstacles("staging", ready)).toEqual([]);
  });

  it.each([
    ["a changed file", { changes: [" M worker/index.ts"] }, / M worker\/index\.ts/],
    [
      "the placeholder's database",
      {
        configs: ["a", "b"].map((name) =>
          config(name, { id: "00000000-0000-0000-0000-000000000000" }),
        ),
      },
      /wrangler d1 create happenstance-staging/,
    ],
    [
      "the placeholder's domain",
      {
        configs: ["a", "b"].map((name) =>
          config(name, { origin: "https://x.happenstance.example" }),
        ),
      },
      /a domain of yours for staging/,
    ],
    [
      "two Workers on different databases",
      { configs: [config("a"), config("b", { id: "another" })] },
      /different databases/,
    ],
  ])("findObstacles refuses %s with one message that names it", (_, change, words) => {
    const obstacles = findObstacles("staging", { ...ready, ...change });
    expect(obstacles).toHaveLength(1);
    expect(obstacles[0]).toMatch(words);
  });

  it("findObstacles lists a changed file and both placeholders of the committed files together", () => {
    const configs = Object.entries(tomls).map(([name, toml]) => ({ name, toml }));
    expect(findObstacles("production", { changes: ["?? x"], configs })).toHaveLength(3);
  });
});

describe("nameMissingSecrets", () => {
  it.each([
    [["OTHER"], 2],
    [null, 2],
    [["SESSION_SECRET"], 1],
    [["SESSION_SECRET", "RECORD_SECRET"], 0],
  ])("given the secrets %j, nameMissingSecrets finds %i missing", (secrets, count) => {
    const missing = nameMissingSecrets("wrangler.toml", "staging", secrets);
    expect(missing).toHaveLength(count);
    for (const line of missing) expect(line).toMatch(/(SESSION|RECORD)_SECRET.*--env staging/);
  });
});

describe("findMailObstacles", () => {
  const FROM = 'MAIL_FROM = "post@date.example"';
  const file = (name: string, vars: string, more = "") => ({
    name,
    toml: `[env.staging.vars]\n${vars}\n\n${more}[env.production.vars]\n`,
  });
  const binding = '[[env.staging.send_email]]\nname = "EMAIL"\n';
  it.each([
    ["no mail", [file("a", ""), file("b", "")], null, 0],
    ["the binding", [file("a", FROM), file("b", FROM, binding)], [], 0],
    ["Resend's key", [file("a", FROM), file("b", FROM)], ["RESEND_API_KEY"], 0],
    ["no way out", [file("a", FROM), file("b", FROM)], ["SESSION_SECRET"], 1],
    ["no way out of the consumer", [file("a", FROM, binding), file("b", FROM)], null, 1],
    ["a sender in one file", [file("a", FROM), file("b", "", binding)], [], 1],
  ])("findMailObstacles finds the obstacles of %s", (_, configs, secrets, count) => {
    expect(findMailObstacles("staging", { configs, secrets })).toHaveLength(count);
    expect(findMailObstacles("production", { configs, secrets })).toEqual([]);
  });
});

describe("wrangler.toml and wrangler.midnight.toml", () => {
  it.each(ENVIRONMENTS)("both files name one database and https address for %s", (environment) => {
    const id = findDatabaseId(tomls.web, environment);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(findDatabaseId(tomls.midnight, environment)).toBe(id);
    const origin = findOrigin(tomls.web, environment);
    expect(origin).toMatch(/^https:/);
    expect(findOrigin(tomls.midnight, environment)).toBe(origin);
    expect(tomls.web).toContain(`pattern = "${new URL(origin ?? "").host}"`);
  });

  it("both wrangler files serve only the own domain, and turn the platform's request log off", () => {
    for (const toml of Object.values(tomls)) {
      expect(toml).toContain("invocation_logs = false");
      expect(toml).toContain("workers_dev = false");
      expect(toml).toContain("preview_urls = false");
      expect(toml).not.toMatch(/(?:invocation_logs|workers_dev|preview_urls) = true/);
    }
  });

  it("the web Worker has at most 2 s of CPU time per call, and the midnight Worker five minutes", () => {
    const limit = (toml: string) => Number(/^cpu_ms = (\d+)$/m.exec(toml)?.[1]);
    expect(limit(tomls.web)).toBeLessThanOrEqual(2000);
    expect(limit(tomls.midnight)).toBe(300_000);
  });

  it("only the midnight Worker has crons, and one of them looks for a missing run every hour", () => {
    expect(tomls.midnight).toMatch(/^crons = \["0 0 \* \* \*", .*"17 1-23 \* \* \*"/m);
    expect(tomls.web).not.toContain("crons");
  });

  it("no cron that may make a run comes twice in an hour, which would shorten its CPU time", () => {
    const crons = JSON.parse(/^crons = (\[.*\])$/m.exec(tomls.midnight)?.[1] ?? "[]") as string[];
    expect(crons.filter((cron) => !/^\d+ /.test(cron))).toEqual(["*/10 * * * *"]);
    expect(crons).toEqual(
      expect.arrayContaining(["0", "5", "15", "30", "45"].map((minute) => `${minute} 0 * * *`)),
    );
  });

  it("findDatabaseId reads only the section of its environment", () => {
    const text = `[[env.staging.d1_databases]]\nbinding = "DB"\n[[env.production.d1_databases]]\ndatabase_id = "p"\n`;
    expect(findDatabaseId(text, "staging")).toBeNull();
    expect(findDatabaseId(text, "production")).toBe("p");
    expect(findDatabaseId(text, "elsewhere")).toBeNull();
  });
});

describe("the workflows", () => {
  const folder = new URL("../../../.github/workflows/", import.meta.url);
  const workflows = readdirSync(folder).map(
    (name) => [name, readFileSync(new URL(name, folder), "utf8")] as const,
  );

  it.each(workflows)(
    "a workflow names each action by its commit and has no permission to write by default: %s",
    (_name, text) => {
      const actions = [...text.matchAll(/uses: *(\S+)/g)].map(([, action]) => action);
      expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ""))).toEqual([]);
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
      expect(text.match(/persist-credentials: false/g)).toHaveLength(
        text.match(/actions\/checkout@/g)?.length ?? 0,
      );
    },
  );

  it("only one job may write: it sets a release's tag and runs nothing of the repository", () => {
    const writing = workflows.flatMap(([name, text]) =>
      text
        .split(/^(?= {2}\w+:$)/m)
        .filter((job) => /: write$/m.test(job))
        .map((job) => [name, job.match(/^ {6}- .*/gm)]),
    );
    expect(writing).toEqual([
      ["deploy.yml", [expect.stringMatching(/^ {6}- run: gh api .*refs\/tags\/release-/)]],
    ]);
  });

  it("only the step that deploys the finished build has secrets", () => {
    const withSecrets = workflows.flatMap(([name, text]) =>
      text
        .split(/^ {6}- /m)
        .filter((step) => step.includes("secrets."))
        .map((step) => [name, step.split("\n")[0]]),
    );
    expect(withSecrets).toEqual([["deploy.yml", 'run: npm run deploy -- --env "$TARGET" --built']]);
  });

  it("a job with secrets runs no install script and builds nothing", () => {
    const jobs = workflows
      .flatMap(([, text]) => text.split(/^(?= {2}\w+:$)/m))
      .filter((job) => job.includes("secrets."));
    const commands = jobs.map((job) =>
      [...job.matchAll(/run: (np[mx] .*)/g)].map(([, run]) => run),
    );
    expect(commands).toEqual([
      ["npm ci --ignore-scripts", 'npm run deploy -- --env "$TARGET" --built'],
    ]);
  });
});
