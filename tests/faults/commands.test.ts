import { execFile, execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ROOT, toolEnvironment } from "~/scripts/lib/project.mjs";
import { copyTree } from "./support/copied-tree";

/*
 * Checks that each command in README, CONTRIBUTING and docs/ exists, and that the cheap ones work. Commands that other
 * suites run are left out: `npm start` (orphans.test.ts), the linter and the simulator.
 */

/** Enough for a busy machine. On an idle machine, each command takes a few seconds at most. */
const WITHIN_MS = 240_000;

/**
 * A command that runs in a copy of the tree, with a copy of a migrated state. By default it must exit with 0. A command
 * that only prints its usage exits with 1.
 */
interface Row {
  cheap: string;
  prints: RegExp;
  status?: number;
}

const usage = (cheap: string, prints: RegExp): Row => ({ cheap, prints, status: 1 });

const ROWS: Row[] = [
  { cheap: "npm ci --dry-run --offline --ignore-scripts", prints: /in \d+/ },
  usage("npm run build -- anything", /\[-- fonts\|geo\|languages\|passwords\|migration\]/),
  usage("npm run migration", /Usage: npm run migration -- NAME/),
  { cheap: "npm run shots -- --list", prints: /Total: 4 tests/ },
  { cheap: "npm run db:migrate", prints: /No migrations to apply/ },
  usage("npm run bench -- anything", /No test files found/),
  { cheap: "npm run bench -- kills --help", prints: /\$ vitest run/ },
  { cheap: "npm run bench:cost", prints: /A month at/ },
  { cheap: "npm run bench:pairing -- --sizes 300 --only scarce", prints: /\| scarce/ },
  usage("npm run bench:pages -- --help", /Unknown option '--help'/),
  usage("npm run bench:realtime -- --help", /Unknown option '--help'/),
  ...["admin", "pairing"].map((name) =>
    usage(`npm run ${name}`, new RegExp(`Usage: npm run ${name} -- `)),
  ),
  usage("npm run admin -- revoke nobody@example.org", /nobody@example\.org/),
  { cheap: "npm run pairing -- preview --date 2026-12-24", prints: /2026-12-24/ },
  { cheap: "npm run restore -- 2026-12-24T10:00:00Z", prints: /maintenance\.restored/ },
];

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/**
 * Reads the code of a document: the lines of its code blocks, and its spans in backquotes. In the table of scripts,
 * `npm run` is only in the head, so it is put before each script's name.
 */
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

/**
 * Finds the command of npm, npx or node in a shell line. Leaves out the variables before it and the comment after it.
 */
function findCommand(line: string): string | undefined {
  const [, command] = /(?:^|[|;&] *|^[A-Z_]+=\S* )((?:npm|npx|node) .*)/.exec(line.trim()) ?? [];
  return command?.includes("…") ? undefined : command?.replace(/\s+#.*/, "").trim();
}

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

let folder: string;
let tree: string;
let states = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "commands-"));
  tree = join(folder, "tree");
  copyTree(tree);
  // Some commands list files with git. Commands that serve the Worker find its build by a digest of the sources.
  execFileSync("git", ["init", "--quiet"], { cwd: tree });
  const build = dirname(dirname(inject("prepared").worker));
  cpSync(build, join(tree, relative(ROOT, build)), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The environment of a command, with its own copy of the state. */
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

it("each script that a document names is in package.json", () => {
  const strangers = [...documented].filter(([command]) => {
    const [, name] = /^npm run ([\w:-]+)/.exec(command) ?? [];
    return name !== undefined && !(name in scripts);
  });
  expect(strangers.map(([command, paths]) => `${paths[0]}: ${command}`)).toEqual([]);
});

it("each script of package.json is named in a document", () => {
  const names = [...documented.keys()].map((one) => /^npm (?:run )?(\S+)/.exec(one)?.[1]);
  // Documents needn't name `predeploy:staging`, because npm runs it before `deploy:staging` by itself.
  const called = Object.keys(scripts).filter((name) => !name.startsWith("pre"));
  expect(called.filter((name) => !names.includes(name))).toEqual([]);
});

it("the suites, files and titles that documents pass to npm test exist", async () => {
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
  it.each(ROWS)("$cheap exits and prints as expected", async ({ cheap, prints, status = 0 }) => {
    const ran = await runCommand(cheap);
    expect(ran).toEqual({ status, output: expect.stringMatching(prints) });
  });

  /** The subcommand of wrangler in a line, without its arguments (our own names, variables and bindings). */
  const subcommand = (line: string) =>
    (/^npx (.*?)(?= [-"]|$)/.exec(line)?.[1] ?? "").replaceAll(/ (happenstance-|\$|[A-Z])\S*/g, "");
  /** The flags in a line, except those that every command of wrangler has. */
  const flagsOf = (line: string) => line.match(/ --(?!(env|config)\b)[a-z][\w-]*/g) ?? [];
  /**
   * The command whose help is read: the line's own command if the line has flags, or else the parent command, which
   * lists it.
   */
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
