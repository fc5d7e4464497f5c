import lighthouse from "lighthouse";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** The least value of Lighthouse's own benchmark of the machine. On a slower machine, a page's scores are too low. */
const QUIET_INDEX = 1_000;

const median = (/** @type {number[]} */ values) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Medians of runs on Lighthouse's mobile profile (slow 4G and a slow processor, both simulated), made while the machine
 * was quiet. After three times as many runs without enough quiet ones, medians of all runs.
 * @param {string} url
 * @param {{ port: number, runs: number }} options `port` of the browser's debugger
 * @throws Error if the address redirects, as to the sign-in
 */
export async function judge(url, { port, runs }) {
  /** @type {import("lighthouse").Result[]} */
  const all = [];
  const isQuiet = (/** @type {import("lighthouse").Result} */ { environment }) =>
    environment.benchmarkIndex >= QUIET_INDEX;
  for (let run = 0; run < 3 * runs && all.filter(isQuiet).length < runs; run++) {
    const { lhr } = await lighthouse(url, {
      port,
      onlyCategories: CATEGORIES,
      output: "json",
      logLevel: "error",
    });
    const shown = new URL(lhr.mainDocumentUrl).pathname;
    if (shown !== new URL(url).pathname) throw new Error(`${url} led to ${shown}`);
    all.push(lhr);
  }
  const quiet = all.filter(isQuiet);
  const counted = quiet.length === runs ? quiet : all;
  const score = (/** @type {string} */ category) =>
    Math.round(100 * median(counted.map((lhr) => lhr.categories[category]?.score ?? 0)));
  const metric = (/** @type {string} */ audit) =>
    median(counted.map((lhr) => lhr.audits[audit]?.numericValue ?? Number.NaN));
  const failed = Object.values(all[0]?.audits ?? {})
    .filter(({ score: one, scoreDisplayMode: mode }) => mode === "binary" && one === 0)
    .map(({ id }) => id);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    "best-practices": score("best-practices"),
    seo: score("seo"),
    firstContentfulPaintMs: Math.round(metric("first-contentful-paint")),
    largestContentfulPaintMs: Math.round(metric("largest-contentful-paint")),
    totalBlockingMs: Math.round(metric("total-blocking-time")),
    machineIndex: Math.round(Math.min(...counted.map((lhr) => lhr.environment.benchmarkIndex))),
    layoutShift: metric("cumulative-layout-shift"),
    failed,
  };
}
