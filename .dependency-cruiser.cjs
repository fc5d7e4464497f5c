/** The allowed directions of imports (docs/architecture.md): app and worker → core → db. */

/** Everything may import these files, also code that runs in the browser. */
const SHARED = "^core/shared/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Two modules that need each other are one module, or want a third; for types too.",
      from: {},
      to: { circular: true },
    },
    {
      name: "worker-is-the-outermost",
      severity: "error",
      comment: "worker/ wires everything, and nothing imports it.",
      from: { path: "^(app|core|db)/" },
      to: { path: "^worker/" },
    },
    {
      name: "core-knows-no-entrance",
      severity: "error",
      comment: "Rules know neither pages nor calls.",
      from: { path: "^core/" },
      to: { path: "^app/" },
    },
    {
      name: "core-knows-no-framework",
      severity: "error",
      comment: "No framework in the rules.",
      from: { path: "^core/" },
      to: { path: "node_modules/(hono|@remix-run|react|react-dom|@cloudflare)/" },
    },
    {
      name: "shared-stands-alone",
      severity: "error",
      comment: "core/shared runs in the browser too.",
      from: { path: SHARED },
      to: { path: "^(app|db|worker|core)/", pathNot: SHARED },
    },
    {
      name: "db-knows-only-itself",
      severity: "error",
      comment:
        "What is stored doesn't depend on who asks: of core, only shared, and not the answers' shapes.",
      from: { path: "^db/" },
      to: { path: "^(app|core)/", pathNot: "^core/shared/(?!contract/)" },
    },
    {
      name: "matching-is-a-library",
      severity: "error",
      comment: "matching/ is a package of its own: it imports nothing of ours, and no package.",
      from: { path: "^matching/src/" },
      to: { pathNot: "^matching/src/" },
    },
    {
      name: "matching-is-layered",
      severity: "error",
      comment: "population ← candidates ← cardinality ← weighted.",
      from: { path: "^matching/src/(population|candidates|cardinality)/" },
      to: {
        path: "^matching/src/(candidates|cardinality|weighted)/",
        pathNot: ["^matching/src/$1/", "^matching/src/candidates/"],
      },
    },
    {
      name: "population-knows-no-search",
      severity: "error",
      comment: "population ← candidates ← cardinality ← weighted.",
      from: { path: "^matching/src/population/" },
      to: { path: "^matching/src/(candidates|cardinality|weighted)/" },
    },
    {
      name: "sql-stays-in-db",
      severity: "error",
      comment: "drizzle only in db/.",
      from: { path: "^(app|core|worker)/" },
      to: { path: "node_modules/drizzle-orm/" },
    },
    {
      name: "no-database-in-pages-and-calls",
      severity: "error",
      comment: "Pages and API calls use use cases: no table, no SQL.",
      from: { path: "^(app|worker/api)/" },
      to: { path: "^db/" },
    },
    {
      name: "pages-import-only-types-of-the-contract",
      severity: "error",
      comment: "The response schemas would bring zod into the first page's bundle.",
      from: { path: "^app/" },
      to: { path: "^core/shared/contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "remix-stays-in-pages",
      severity: "error",
      comment: "Pages are Remix; what serves and stores for them is not.",
      from: { path: "^(core|db|worker)/", pathNot: "^worker/(pages|remix-build\\.d)\\.ts$" },
      to: { path: "node_modules/@remix-run/" },
    },
    {
      name: "only-the-server-calls-use-cases",
      severity: "error",
      comment:
        "Features and components get data as properties; types, input schemas and core/shared are free.",
      from: { path: "^app/(features|components)/", pathNot: "\\.server\\.ts$" },
      to: {
        path: "^core/",
        pathNot: [SHARED, "^core/[^/]+/[a-z-]*schemas\\.ts$"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "messaging-knows-no-screen",
      severity: "error",
      comment: "app/messaging is the client of a conversation; the screens use it.",
      from: { path: "^app/messaging/" },
      to: { path: "^app/(features|routes|components)/" },
    },
    {
      name: "components-know-no-domain",
      severity: "error",
      comment: "app/routes → app/features → app/components.",
      from: { path: "^app/components/" },
      to: { path: "^app/(features|routes)/" },
    },
    {
      name: "features-know-no-route",
      severity: "error",
      comment: "app/routes → app/features → app/components.",
      from: { path: "^app/features/" },
      to: { path: "^app/routes/" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { path: "^(app|core|db|worker)/" },
      to: { path: "^(tests|bench|scripts|tools)/" },
    },
    {
      name: "everything-resolves",
      severity: "error",
      // The packages of the tools are installed when a tool is run.
      from: { pathNot: "^tools/" },
      // The runtime provides these modules, or the build makes them.
      to: { couldNotResolve: true, pathNot: "^(cloudflare:|virtual:|\\.\\./build/|build/)" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    // Builds are not checked: that of `npm run dev` imports packages.
    doNotFollow: { path: ["node_modules", "^build/"] },
    exclude: { path: "^tools/node_modules/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "types"],
    },
  },
};
