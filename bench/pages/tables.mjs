import { readFileSync } from "node:fs";

export const RESULTS = new URL("results.json", import.meta.url);
export const README = new URL("README.md", import.meta.url);

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);

const SCORES = [
  "| Route | performance | accessibility | best practices | SEO | FCP | LCP | TBT | CLS | machine |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
];

const toScoreRow = ({ name, score: s }) =>
  `| ${name} | ${s.performance} | ${s.accessibility} | ${s["best-practices"]} | ${s.seo} | ${s.firstContentfulPaintMs} ms | ${s.largestContentfulPaintMs} ms | ${s.totalBlockingMs} ms | ${s.layoutShift.toFixed(3)} | ${s.machineIndex ?? "not known"} |`;

function toBytesRow({ name, limitKb, weight: w }) {
  const limit = limitKb ? ` (≤ ${limitKb})` : "";
  return `| ${name} | ${kilobytes(w.script)}${limit} | ${kilobytes(w.style)} | ${kilobytes(w.font)} | ${kilobytes(w.document)} | ${kilobytes(w.total)} | ${w.requests} |`;
}

export function pageTables() {
  const results = JSON.parse(readFileSync(RESULTS, "utf8"));
  const publicNames = results.pages.flatMap(({ name, isPublic }) => (isPublic ? [name] : []));
  const isPublic = ({ name }) => publicNames.includes(name);
  return {
    bytes: [
      "| Route | JavaScript | CSS | fonts | HTML | all | requests |",
      "|---|--:|--:|--:|--:|--:|--:|",
      ...results.pages.map(toBytesRow),
    ],
    "public scores": [...SCORES, ...results.scores.filter(isPublic).map(toScoreRow)],
    "members' scores": [
      ...SCORES,
      ...results.scores.filter((one) => !isPublic(one)).map(toScoreRow),
    ],
  };
}
