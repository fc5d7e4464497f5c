/** Output of `npm audit --json`. */

const SEVERE = new Set(["high", "critical"]);

/**
 * @param {string} output of `npm audit --json`
 * @param {{ exceptions: { id: string, why: string, until: string }[], today: string }} rules `today` as YYYY-MM-DD
 * @returns {{ status: 0 | 1 | 2, lines: string[] }} 1: an advisory affects us; 2: the advisories could not be read
 */
export function judgeAudit(output, { exceptions, today }) {
  const advisories = readAdvisories(output);
  if (advisories === null) {
    return { status: 2, lines: ["NOT AUDITED: npm's advisories could not be read."] };
  }
  const faults = [];
  const lines = [];
  for (const advisory of advisories) {
    const exception = exceptions.find(
      ({ id }) => advisory.url.endsWith(id) || advisory.title.includes(id),
    );
    const name = `${advisory.name}: ${advisory.title} (${advisory.severity}, ${advisory.url})`;
    if (!exception) {
      if (SEVERE.has(advisory.severity)) faults.push(`REACHES US? ${name}`);
      else lines.push(`noted: ${name}`);
    } else if (exception.until < today) {
      faults.push(`LOOK AGAIN, the exception ended on ${exception.until}: ${name}`);
    } else {
      lines.push(`excepted until ${exception.until}, ${exception.why}: ${name}`);
    }
  }
  lines.push(...faults, `${advisories.length} advisories, ${faults.length} to act on.`);
  return { status: faults.length > 0 ? 1 : 0, lines };
}

/**
 * @param {string} output
 * @returns {{ name: string, title: string, severity: string, url: string }[] | null} null if there is no report
 */
function readAdvisories(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return null;
  }
  if (typeof report?.vulnerabilities !== "object" || report.error) return null;
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // A string is the name of another package in the report, and that one has the advisory itself.
    for (const one of via) if (typeof one === "object") found.set(`${one.url} ${one.name}`, one);
  }
  return [...found.values()];
}
