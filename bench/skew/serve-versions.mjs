// Serves two builds as one product by Miniflare: pages and calls of one, crons, queue and objects of one, as the file that it is given says.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { stateDirectory } from "../../scripts/lib/project.mjs";
import { readPort } from "../../scripts/lib/serve.mjs";
import { watchParents } from "../../scripts/lib/watch-parents.mjs";

/** @typedef {{ root: string, worker: string, assets: string }} Build */
/** @type {{ builds: { old: Build, new: Build }, app: "old" | "new", night: "old" | "new" }} */
const { builds, app, night } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

/**
 * The script of a Worker of one build. A cron is run by the path `/run-cron` of the Worker that has them.
 * @param {"app" | "night" | "objects"} name
 * @param {Build} from
 */
async function writeScript(name, { worker }) {
  const path = join(stateDirectory(), `${name}.js`);
  const sources = {
    app: `export default { fetch: (request, env, context) => new URL(request.url).pathname === "/run-cron"
      ? env.NIGHT.fetch(request) : product.fetch(request, env, context) };`,
    night: `export default { queue: product.queue, async fetch(request, env, context) {
      const { cron, scheduledTime } = await request.json();
      await product.scheduled({ cron, scheduledTime, noRetry() {} }, env, context);
      return new Response("done");
    } };`,
    objects: `export default { fetch: () => new Response(null, { status: 404 }) };`,
  };
  await build({
    stdin: {
      contents: `import product from "product"; export * from "product"; ${sources[name]}`,
      resolveDir: dirname(worker),
    },
    outfile: path,
    bundle: true,
    format: "esm",
    target: "es2022",
    alias: { product: worker },
    external: ["cloudflare:*", "node:*"],
    logLevel: "warning",
  });
  return path;
}

/** @param {Build} from */
const readOptions = ({ root, assets }) =>
  unstable_getMiniflareWorkerOptions(join(root, "wrangler.toml"), undefined, {
    overrides: { assets: { directory: assets } },
  }).workerOptions;

const options = { old: readOptions(builds.old), new: readOptions(builds.new) };
/** @param {typeof options.old} of */
const classesOf = ({ durableObjects = {} }) =>
  Object.values(durableObjects).map((one) => (typeof one === "object" ? one.className : one));
const objectClasses = classesOf(options[night]);

/**
 * @param {"app" | "night" | "objects" | "later"} name `later` has the classes that the objects' version doesn't: a new class is deployed before all else
 * @param {"old" | "new"} version
 */
async function toWorker(name, version) {
  const { durableObjects = {}, queueConsumers, assets, ...rest } = options[version];
  const objects = Object.entries(durableObjects).map(([binding, one]) => {
    const className = typeof one === "object" ? one.className : String(one);
    const scriptName = objectClasses.includes(className) ? "objects" : "later";
    const unsafeUniqueKey = `happenstance-${className}`;
    return [binding, { className, scriptName, useSQLite: true, unsafeUniqueKey }];
  });
  const script = name === "later" ? "objects" : name;
  return {
    ...rest,
    name,
    // Both have the secrets of one deployment.
    bindings: options.new.bindings,
    durableObjects: Object.fromEntries(objects),
    modulesRoot: stateDirectory(),
    modules: [{ type: "ESModule", path: await writeScript(script, builds[version]) }],
    ...(name === "app" ? { assets, serviceBindings: { NIGHT: "night" } } : {}),
    ...(name === "night" ? { queueConsumers } : {}),
  };
}

const workers = [
  await toWorker("app", app),
  await toWorker("night", night),
  await toWorker("objects", night),
];
if (classesOf(options[app]).some((name) => !objectClasses.includes(name))) {
  workers.push(await toWorker("later", "new"));
}
const server = new Miniflare({
  ...convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: readPort(),
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.NONE),
    workers,
  }),
  resourcePersistencePath: join(stateDirectory(), "v3"),
});
watchParents(() => process.exit(1));
await server.ready;
