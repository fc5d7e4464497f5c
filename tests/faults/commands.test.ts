import { execFile, execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFreePort, launch } from "~/scripts/lib/launch.mjs";
import { ROOT, toolEnvironment } from "~/scripts/lib/project.mjs";
import { copyTree } from "./support/copied-tree";

/* Checks that each command in README, CONTRIBUTING and docs/ works: a test or workflow runs it, or a cheap form is run here. */

/** For a busy machine. On an idle one each takes seconds at most. */
const WITHIN_MS = 240_000;
/** A conversation, and the file with a copy of its messages. */
const CONVERSATION = "conversation-1";
const MESSAGES = "messages.json";

interface Row {
  /** As {@link normalize} returns them. */
  commands: string[];
  /** A file that runs them, and the text in it that does. */
  by?: [file: string, text: string];
  /** The command that is run here, in a copy of the tree and of a migrated state; `prints` matches its output. */
  cheap?: string;
  prints?: RegExp;
  /** Exit status of `cheap`, by default 0. A usage message exits with 1. */
  status?: number;
}

const ROWS: Row[] = [
  // Packages.
  { commands: ["npm ci"], cheap: "npm ci --dry-run --offline --ignore-scripts", prints: /in \d+/ },
  // Asks the registry, which no test does.
  { commands: ["npm audit --omit=dev"] },
  // The product.
  { commands: ["npm start"], by: ["tests/faults/commands.test.ts", 'expandScript("npm start")'] },
  { commands: ["npm run dev"], by: ["tests/faults/dev.test.ts", "scripts.dev"] },
  {
    commands: ["npm run serve:transport"],
    by: ["tests/faults/transport-protocol.test.ts", '"serve:transport"'],
  },
  // The checks.
  {
    commands: ["npx biome check --write"],
    cheap: "npx biome check --write --stdin-file-path=app/root.tsx < app/root.tsx",
    prints: /^import /,
  },
  {
    commands: ["npm run simulate"],
    cheap: "npm run simulate -- --runs 4 --seed 7",
    prints: /all in [\d.]+ s/,
  },
  {
    commands: ["npm run simulate -- --nights N"],
    cheap: "npm run simulate -- --nights 4 --seed 7 --processes 1",
    prints: /histories of \d+ steps with \d+ nights/,
  },
  {
    commands: ["npm run simulate -- --api N"],
    by: [".github/workflows/nights.yml", "npm run simulate -- --api 1000"],
  },
  // Commands that make files.
  {
    commands: ["npm run build"],
    by: [".github/workflows/deploy.yml", "npm run build"],
  },
  { commands: ["npm run build -- types"], by: ["scripts/test.mjs", "WRITE_TYPES"] },
  {
    commands: ["fonts", "geo", "languages", "passwords"].map((name) => `npm run build -- ${name}`),
    cheap: "npm run build -- anything",
    prints: /\[-- types\|fonts\|geo\|languages\|passwords\|migration\]/,
    status: 1,
  },
  {
    commands: ["npm run migration -- add_pronouns", "npm run migration -- NAME"],
    cheap: "npm run migration",
    prints: /Usage: npm run migration -- NAME/,
    status: 1,
  },
  {
    commands: ["npm run shots -- --out DIR"],
    cheap: "npm run shots",
    prints: /npm run shots -- --out DIR/,
    status: 1,
  },
  // Benchmarks.
  {
    commands: ["npm run bench -- NAME"],
    cheap: "npm run bench -- anything",
    prints: /Usage: npm run bench -- (?:[\w-]+\|)+\w+ /,
    status: 1,
  },
  {
    commands: ["npm run bench -- kills"],
    cheap: "npm run bench -- kills --help",
    prints: /\$ vitest run/,
  },
  {
    commands: ["npm run bench -- night-kills"],
    by: ["scripts/bench.mjs", '"night-kills": vitest('],
  },
  { commands: ["npm run bench -- cost"], cheap: "npm run bench -- cost", prints: /A month at/ },
  {
    commands: ["npm run bench:pairing", "npm run bench:pairing -- --record"],
    cheap: "npm run bench:pairing -- --sizes 300 --only scarce",
    prints: /\| scarce/,
  },
  {
    commands: ["npm run bench:pages"],
    cheap: "npm run bench:pages -- --help",
    prints: /Unknown option '--help'/,
    status: 1,
  },
  {
    commands: ["npm run bench:realtime"],
    cheap: "npm run bench:realtime -- --help",
    prints: /Unknown option '--help'/,
    status: 1,
  },
  // Commands for the operator.
  ...["admin", "conversation", "pairing"].map(
    (name): Row => ({
      commands: [`npm run ${name}`],
      cheap: `npm run ${name}`,
      prints: new RegExp(`Usage: npm run ${name} -- `),
      status: 1,
    }),
  ),
  ...["grant", "forget-passkeys", "require-passkey", "allow-without-passkey"].map(
    (action): Row => ({
      commands: [`npm run admin -- ${action}`, `npm run admin -- ${action} EMAIL`],
      by: ["tests/e2e/passkeys.spec.ts", `runAdmin("${action}"`],
    }),
  ),
  {
    commands: ["npm run admin -- revoke EMAIL"],
    cheap: "npm run admin -- revoke nobody@example.org",
    prints: /nobody@example\.org/,
    status: 1,
  },
  { commands: ["npm run jobs"], cheap: "npm run jobs", prints: /No job waits/ },
  {
    commands: ["npm run jobs -- send ID", "npm run jobs -- send all"],
    cheap: "npm run jobs -- send all",
    prints: /The next cron tries them/,
  },
  {
    commands: ["npm run conversation -- look ID"],
    cheap: `npm run conversation -- look ${CONVERSATION}`,
    prints: new RegExp(`Noted.*c${CONVERSATION}`),
  },
  {
    commands: ["npm run conversation -- restore ID file.json"],
    cheap: `npm run conversation -- restore ${CONVERSATION} ${MESSAGES}`,
    prints: /within ten minutes/,
  },
  {
    commands: ["npm run pairing -- preview", "npm run pairing -- preview --date 2026-12-24"],
    cheap: "npm run pairing -- preview --date 2026-12-24",
    prints: /2026-12-24/,
  },
  {
    // Only the usage is run: the whole command would deploy where a deployment is set up.
    commands: ["npm run deploy"],
    cheap: "npm run deploy",
    prints: /Usage: npm run deploy -- --env staging\|production/,
    status: 1,
  },
];

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The code of a document: lines of blocks, and spans. Spans of the table of scripts get the `npm run` of its head. */
function codeOf(text: string): string[] {
  const lines: string[] = [];
  const prose = text.replaceAll(/^ *```.*\n([\s\S]*?)^ *```/gm, (_, block: string) => {
    lines.push(...block.replaceAll(/\\\n/g, " ").split("\n"));
    return "";
  });
  const spans = prose
    .split(/\n\s*\n/)
    .flatMap((part) => [...part.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span));
  const table = /^\| `npm run …` \|[\s\S]*?\n\n/m.exec(prose)?.[0] ?? "";
  for (const [, span = ""] of table.matchAll(/`([^`]+)`/g)) {
    if ((span.split(" ")[0] ?? "") in scripts) lines.push(`npm run ${span}`);
  }
  return [...lines, ...spans.map((span) => span.replaceAll(/\s+/g, " "))];
}

/** The command of npm, npx or node in a line of a shell, without its variables and comment. */
function findCommand(line: string): string | undefined {
  const [, command] = /(?:^|[|;&] *|^[A-Z_]+=\S* )((?:npm|npx|node) .*)/.exec(line.trim()) ?? [];
  return command?.includes("…") ? undefined : command?.replace(/\s+#.*/, "").trim();
}

/** Drops or unifies the parts that select a database or a member. */
function normalize(command: string): string {
  return command
    .replace(/^npm run (start|test)\b/, "npm $1")
    .replaceAll(/ --(remote\b|env \S+)/g, "")
    .replaceAll(/\S+@\S+/g, "EMAIL")
    .replace(/ --$/, "");
}

/** Each command with the documents that name it. */
const documented = new Map<string, string[]>();
for (const path of ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: ROOT })]) {
  for (const line of codeOf(readFileSync(join(ROOT, path), "utf8"))) {
    const command = findCommand(line);
    if (command) documented.set(command, [...(documented.get(command) ?? []), path]);
  }
}

const isTest = (command: string) =>
  (scripts[/^npm (?:run )?(\S+)/.exec(command)?.[1] ?? ""] ?? "").includes("scripts/test.mjs");
const isWrangler = (command: string) => command.startsWith("npx wrangler ");
const tests = [...documented.keys()].filter(isTest);
const wranglers = [...documented.keys()].filter(isWrangler);
const others = [...documented].filter(([one]) => !isTest(one) && !isWrangler(one));

let folder: string;
let tree: string;
let states = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "commands-"));
  tree = join(folder, "tree");
  copyTree(tree);
  // Some commands list files with git; those that serve find the build by the digest of the sources.
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
  const build = dirname(dirname(inject("prepared").worker));
  cpSync(build, join(tree, relative(ROOT, build)), { recursive: true });
  const message = { id: "one", sender_id: "ann", content: "hello", created_at: 1, read_at: null };
  writeFileSync(join(tree, MESSAGES), JSON.stringify([message]));
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The environment of a tool, with a state of its own. */
function environment(variables: Record<string, string> = {}) {
  const state = join(folder, `state-${++states}`);
  cpSync(inject("prepared").state, state, { recursive: true });
  const NODE_COMPILE_CACHE = join(folder, "compiled");
  return toolEnvironment({ STATE_DIR: state, NODE_COMPILE_CACHE, ...variables });
}

/** The shell command that npm would run. */
function expandScript(command: string): string {
  const [, name = "", rest = ""] = /^npm (?:run )?(\S+)(?: -- (.*))?$/.exec(command) ?? [];
  return name in scripts ? `${scripts[name]} ${rest}` : command.replace(/^npx /, "");
}

function runCommand(command: string): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: tree, env: environment() };
    const child = execFile("sh", ["-c", expandScript(command)], options, (_error, out, errors) =>
      resolve({ status: child.exitCode ?? -1, output: out + errors }),
    );
  });
}

it("each command of a document has a row here, and each row is named by a document", () => {
  const known = new Set(ROWS.flatMap(({ commands }) => commands));
  const strangers = others.filter(([command]) => !known.has(normalize(command)));
  expect(strangers.map(([command, paths]) => `${paths[0]}: ${command}`)).toEqual([]);
  const named = new Set(others.map(([command]) => normalize(command)));
  const unnamed = ROWS.filter(({ commands }) => !commands.some((command) => named.has(command)));
  expect(unnamed.map(({ commands }) => commands[0])).toEqual([]);
});

it("each script of package.json is named by a document", () => {
  const names = [...documented.keys()].map((one) => /^npm (?:run )?(\S+)/.exec(one)?.[1]);
  expect(Object.keys(scripts).filter((name) => !names.includes(name))).toEqual([]);
});

it.each(ROWS.flatMap(({ commands, by }) => (by ? [{ command: commands[0], by }] : [])))(
  "$command is run by $by.0",
  ({ by: [file, text] }) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(text);
  },
);

it("npm test has the suites, files and titles that documents name", async () => {
  const { output } = await runCommand("npm test -- --only none");
  const suites = /There are: (.*)/.exec(output)?.[1]?.split(", ") ?? [];
  expect(suites).toContain("unit");
  for (const command of tests) {
    const [, only = "", rest = ""] =
      /--only (\S+)(?: -- (.*))?$/.exec(expandScript(command).replace("[-- FILES]", "")) ?? [];
    const chosen = only.replace("NAME[,NAME]", "").split(",").filter(Boolean);
    expect([command, chosen.filter((name) => !suites.includes(name))]).toEqual([command, []]);
    const [, path, title] = /^([^-"\s]\S*)?(?: ?-[tg] "(.*)")?$/.exec(rest) ?? [command];
    if (!path) continue;
    const pattern = chosen[0] === "e2e" ? `tests/e2e/*${path}*` : `${path}{,/**/*.test.ts}`;
    const files = globSync(pattern, { cwd: ROOT }).filter((file) => file.endsWith(".ts"));
    expect([command, files.length > 0]).toEqual([command, true]);
    const has = (file: string) => readFileSync(join(ROOT, file), "utf8").includes(title ?? "");
    expect([command, files.some(has)]).toEqual([command, true]);
  }
});

describe.concurrent("run here", { timeout: WITHIN_MS }, () => {
  it.each(ROWS.flatMap(({ cheap, ...row }) => (cheap ? [{ cheap, ...row }] : [])))(
    "$cheap exits and prints as expected",
    async ({ cheap, prints = /^/, status = 0 }) => {
      const ran = await runCommand(cheap);
      expect(ran).toEqual({ status, output: expect.stringMatching(prints) });
    },
  );

  it("npm start serves the product", async () => {
    const port = await findFreePort();
    const server = await launch(expandScript("npm start").trim().split(" "), {
      ready: /Happenstance is at/,
      cwd: tree,
      env: environment({ PORT: String(port), SEED_DEMO: "0" }),
    });
    try {
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    } finally {
      await server.killGroup("SIGTERM");
    }
  });

  /** A command of wrangler without its arguments: our own names, variables and bindings. */
  const subcommand = (line: string) =>
    (/^npx (.*?)(?= [-"]|$)/.exec(line)?.[1] ?? "").replaceAll(/ (happenstance-|\$|[A-Z])\S*/g, "");
  /** Flags, without those that every command has. */
  const flagsOf = (line: string) => line.match(/ --(?!(env|config)\b)[a-z][\w-]*/g) ?? [];
  /** The command whose help lists a line's command: itself if the line has flags, else its parent. */
  const helpOf = (line: string) =>
    flagsOf(line).length > 0 ? subcommand(line) : subcommand(line).replace(/ \S+$/, "");

  it.each([...Map.groupBy(wranglers, helpOf)])(
    "%s --help names the commands and flags that documents use",
    async (help, lines) => {
      const { output } = await runCommand(`${help} --help`);
      for (const line of lines) {
        expect(output).toMatch(new RegExp(`^ *${subcommand(line)}(?= |$)`, "m"));
        for (const flag of flagsOf(line)) expect(output).toContain(flag);
      }
    },
  );
});
