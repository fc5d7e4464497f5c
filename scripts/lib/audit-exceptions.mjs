/**
 * Advisories that don't affect us. Each has the test or the mechanism that shows it, and the day to check again
 * (docs/decisions/framework.md).
 * @type {{ id: string, why: string, until: string }[]}
 */
export const EXCEPTIONS = [
  {
    id: "CVE-2026-55685",
    why: "/__manifest answers 404: lazy route discovery is off (tests/worker/operations/framework.test.ts)",
    until: "2027-02-28",
  },
  {
    id: "GHSA-337j-9hxr-rhxg",
    why: "no page carries an error's __subType (tests/worker/operations/framework.test.ts)",
    until: "2027-02-28",
  },
  {
    id: "GHSA-wrjc-x8rr-h8h6",
    why: "every redirect from input passes app/lib/safe-next.ts, which refuses backslashes (tests/unit/app/safe-next.test.ts)",
    until: "2027-02-28",
  },
  {
    id: "GHSA-49rj-9fvp-4h2h",
    why: "only answers of our own loaders are decoded, and no input pollutes a prototype (tests/worker/operations/framework.test.ts)",
    until: "2027-02-28",
  },
];
