import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { toolEnvironment } from "~/scripts/lib/project.mjs";
import { copyTree } from "./support/copied-tree";

const SERVED_WITHIN_MS = 120_000;
/** Asking more often would slow down the build that the test waits for. */
const ASK_EVERY_MS = 250;

const OPENED = ["about.tsx", "login.tsx"];

let folder: string;
let tree: string;
let url: string;
let server: Launched | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dev-"));
  tree = join(folder, "tree");
  copyTree(tree, ["bench", "docs", "tests"]);
  // Building all routes would take most of the time of this test.
  const routes = join(tree, "app/routes");
  for (const name of readdirSync(routes)) if (!OPENED.includes(name)) rmSync(join(routes, name));
  const state = join(folder, "state");
  cpSync(inject("prepared").state, state, { recursive: true });
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync(join(tree, "package.json"), "utf8"));
  server = await launch(["sh", "-c", scripts.dev], {
    ready: `${url}/healthz`,
    cwd: tree,
    env: toolEnvironment({ PORT: String(port), STATE_DIR: state, SEED_DEMO: "0" }),
  });
});

afterAll(async () => {
  await server?.killGroup("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function findScript(text: string): string {
  const folder = join(tree, "build/dev-assets/assets");
  const has = (name: string) => readFileSync(join(folder, name), "utf8").includes(text);
  const name = readdirSync(folder).find((one) => one.endsWith(".js") && has(one));
  if (!name) throw new Error(`No script has ${text}.`);
  return `/assets/${name}`;
}

/** Saves like an editor that writes the file in place. */
const overwrite = writeFileSync;

/** Saves like an editor that writes a new file and renames it to replace the old one. */
function replace(path: string, content: string): void {
  writeFileSync(`${path}~`, content);
  renameSync(`${path}~`, path);
}

interface Edit {
  file: string;
  old: string;
  write: (word: string) => string;
  page: string;
  /** A text by which the test finds the script that browsers load for the file. */
  script?: string;
}

const ROUTE: Edit = {
  file: "app/routes/about.tsx",
  old: 'title: "About"',
  write: (word) => `title: "${word}"`,
  page: "/about",
  script: 'title: "About"',
};
const COMPONENT: Edit = {
  file: "app/components/password-field.tsx",
  old: 'className="relative"',
  write: (word) => `className="relative ${word}"`,
  page: "/login",
  script: '"current-password"',
};
const WORKER_FILE: Edit = {
  file: "worker/health.ts",
  old: "{ status, bad } : { status }",
  write: (word) => `{ status, bad } : { status, word: "${word}" }`,
  page: "/healthz",
};

describe("npm run dev", () => {
  // All three files are saved at once. The test still notices a file that the watcher missed, because a build reads
  // only those files that the watcher saw change.
  it(
    "npm run dev serves each change of a route, a component and the Worker, saved in place and by renaming",
    async () => {
      const files = [ROUTE, COMPONENT, WORKER_FILE].map(({ file, page, script, ...edit }) => ({
        ...edit,
        path: join(tree, file),
        source: readFileSync(join(tree, file), "utf8"),
        addresses: script ? [page, findScript(script)] : [page],
      }));
      for (const [index, save] of [replace, overwrite].entries()) {
        const word = `save-${index + 1}`;
        for (const { path, source, old, write } of files) {
          const changed = source.replace(old, write(word));
          expect(changed).not.toBe(source);
          save(path, changed);
        }
        for (const address of files.flatMap(({ addresses }) => addresses)) {
          const read = () => fetch(url + address).then((answer) => answer.text(), String);
          const message = `${address} after save ${index + 1}`;
          const options = { interval: ASK_EVERY_MS, timeout: SERVED_WITHIN_MS, message };
          await expect.poll(read, options).toContain(word);
        }
      }
    },
    12 * SERVED_WITHIN_MS,
  );

  it("every script in a page of npm run dev has a nonce, because the page's policy refuses other scripts", async () => {
    const page = await (await fetch(`${url}/login`)).text();
    const scripts = page.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((tag) => !tag.includes(" nonce="))).toEqual([]);
  });

  it("the service worker of npm run dev caches no file, because its file names don't change with their content", async () => {
    const worker = await (await fetch(`${url}/sw.js`)).text();
    expect(worker).toContain('"files":[]');
  });
});
