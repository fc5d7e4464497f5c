import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const ENVIRONMENTS = ["staging", "production"];

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const tomls = { web: read("wrangler.toml"), midnight: read("wrangler.midnight.toml") };

function readLine(toml: string, table: string, line: RegExp): string | undefined {
  const [, section = ""] = toml.split(table);
  return line.exec(section.split("\n[")[0] ?? "")?.[1];
}
const findDatabaseId = (toml: string, environment: string) =>
  readLine(toml, `[[env.${environment}.d1_databases]]`, /^database_id = "([^"]*)"/m);
const findOrigin = (toml: string, environment: string) =>
  readLine(toml, `[env.${environment}.vars]`, /^ORIGIN = "([^"]*)"/m);

it.each(ENVIRONMENTS)(
  "npm run deploy:%s applies the migrations, then deploys the Worker that serves, then the midnight one",
  (environment) => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    expect(scripts[`deploy:${environment}`]?.split(" && ")).toEqual([
      `wrangler d1 migrations apply DB --remote --env ${environment}`,
      `wrangler deploy --env ${environment}`,
      `wrangler deploy --env ${environment} --config wrangler.midnight.toml`,
    ]);
  },
);

describe("wrangler.toml and wrangler.midnight.toml", () => {
  it.each(ENVIRONMENTS)(
    "both wrangler files name the same database and https address for %s",
    (environment) => {
      const id = findDatabaseId(tomls.web, environment);
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(findDatabaseId(tomls.midnight, environment)).toBe(id);
      const origin = findOrigin(tomls.web, environment);
      expect(origin).toMatch(/^https:/);
      expect(findOrigin(tomls.midnight, environment)).toBe(origin);
      expect(tomls.web).toContain(`pattern = "${new URL(origin ?? "").host}"`);
    },
  );

  it("both wrangler files serve only the product's own domain, and turn the platform's request log off", () => {
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

  it("no cron that can make a run comes twice in an hour, which would shorten its CPU time", () => {
    const crons = JSON.parse(/^crons = (\[.*\])$/m.exec(tomls.midnight)?.[1] ?? "[]") as string[];
    expect(crons.filter((cron) => !/^\d+ /.test(cron))).toEqual(["*/10 * * * *"]);
    expect(crons).toEqual(
      expect.arrayContaining(["0", "5", "15", "30", "45"].map((minute) => `${minute} 0 * * *`)),
    );
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
    expect(withSecrets).toEqual([["deploy.yml", 'run: npm run "deploy:$TARGET" --ignore-scripts']]);
  });

  it("a job with secrets runs no install script and builds nothing", () => {
    const jobs = workflows
      .flatMap(([, text]) => text.split(/^(?= {2}\w+:$)/m))
      .filter((job) => job.includes("secrets."));
    const commands = jobs.map((job) =>
      [...job.matchAll(/run: (np[mx] .*)/g)].map(([, run]) => run),
    );
    expect(commands).toEqual([
      ["npm ci --ignore-scripts", 'npm run "deploy:$TARGET" --ignore-scripts'],
    ]);
  });
});
