import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { ROOT, toolEnvironment } from "~/scripts/lib/project.mjs";

/** What `npm run dev` doesn't read, and its packages, which are linked. */
const LEFT_OUT = new Set([
  ".git",
  ".wrangler",
  "bench",
  "build",
  "docs",
  "node_modules",
  "test-results",
  "tests",
]);
const SERVED_WITHIN_MS = 180_000;
/** More requests would take the cores from the build that they wait for. */
const ASK_EVERY_MS = 500;

let folder: string;
let tree: string;
let url: string;
let server: Launched | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dev-"));
  tree = join(folder, "tree");
  for (const name of readdirSync(ROOT)) {
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  const state = join(folder, "state");
  cpSync(inject("prepared").state, state, { recursive: true });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  // Without npm between: it ends when this process does, in whatever way that ends.
  server = await launch(scripts.dev.split(" "), {
    ready: `${url}/healthz`,
    cwd: tree,
    env: toolEnvironment({ PORT: String(port), STATE_DIR: state, SEED_DEMO: "0" }),
  });
});

afterAll(async () => {
  await server?.killGroup("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** The address of the script that has `text`. */
function findScript(text: string): string {
  const folder = join(tree, "build/dev-assets/assets");
  const has = (name: string) => readFileSync(join(folder, name), "utf8").includes(text);
  const name = readdirSync(folder).find((one) => one.endsWith(".js") && has(one));
  if (!name) throw new Error(`No script has ${text}.`);
  return `/assets/${name}`;
}

/** Saves as an editor does that writes the file itself. */
const overwrite = writeFileSync;

/** Saves as an editor does that writes a new file, and gives it the old one's name. */
function replace(path: string, content: string): void {
  writeFileSync(`${path}~`, content);
  renameSync(`${path}~`, path);
}

const KINDS = [
  {
    kind: "a route",
    file: "app/routes/about.tsx",
    old: 'title: "About"',
    write: (word: string) => `title: "${word}"`,
    page: "/about",
    script: 'title: "About"',
  },
  {
    kind: "a component",
    file: "app/components/password-field.tsx",
    old: 'className="relative"',
    write: (word: string) => `className="relative ${word}"`,
    page: "/login",
    script: '"current-password"',
  },
  {
    kind: "a file of the Worker",
    file: "worker/health.ts",
    old: "Response.json(health,",
    write: (word: string) => `Response.json({ ...health, word: "${word}" },`,
    page: "/healthz",
  },
];

describe("npm run dev", () => {
  it.each(KINDS)(
    "serves each change of $kind",
    async ({ file, old, write, page, script }) => {
      const path = join(tree, file);
      const source = readFileSync(path, "utf8");
      const addresses = script ? [page, findScript(script)] : [page];
      let saves = 0;
      for (const save of [replace, replace, overwrite]) {
        const word = `save-${++saves}`;
        const changed = source.replace(old, write(word));
        expect(changed).not.toBe(source);
        save(path, changed);
        for (const address of addresses) {
          const read = () => fetch(url + address).then((answer) => answer.text(), String);
          const options = {
            interval: ASK_EVERY_MS,
            timeout: SERVED_WITHIN_MS,
            message: `${address} after save ${saves}`,
          };
          await expect.poll(read, options).toContain(word);
        }
      }
    },
    6 * SERVED_WITHIN_MS,
  );

  it("has browsers keep no file, because the names stay the same", async () => {
    const worker = await (await fetch(`${url}/sw.js`)).text();
    expect(worker).toContain('"files":[]');
  });
});
