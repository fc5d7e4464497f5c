import { describe, expect, it } from "vitest";
import { judgeAudit } from "~/scripts/lib/judge-audit.mjs";

const advisory = (severity: string, id = "GHSA-aaaa-bbbb-cccc") => ({
  name: "parser",
  title: "It loops",
  severity,
  url: `https://advisories.example/${id}`,
});
const report = (...via: unknown[]) =>
  JSON.stringify({ vulnerabilities: { parser: { via }, user: { via: ["parser"] } } });
const exception = { id: "GHSA-aaaa-bbbb-cccc", why: "a test", until: "2026-12-31" };
const judge = (output: string, exceptions = [] as (typeof exception)[], today = "2026-11-22") =>
  judgeAudit(output, { exceptions, today }).status;

describe("judgeAudit", () => {
  it("judgeAudit passes a report without an advisory", () => {
    expect(judge(JSON.stringify({ vulnerabilities: {} }))).toBe(0);
  });

  it.each(["high", "critical"])("judgeAudit fails on an advisory of %s severity", (severity) => {
    expect(judge(report(advisory(severity)))).toBe(1);
  });

  it("judgeAudit passes an advisory of moderate severity", () => {
    expect(judge(report(advisory("moderate")))).toBe(0);
  });

  it("an exception covers its own advisory until its day, and not after it", () => {
    expect(judge(report(advisory("high")), [exception])).toBe(0);
    expect(judge(report(advisory("high")), [exception], "2027-01-01")).toBe(1);
    expect(judge(report(advisory("high", "GHSA-other")), [exception])).toBe(1);
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "<html>"],
    ["an error", '{"error":{"code":"ENOTFOUND"}}'],
    ["an error beside an empty list", '{"vulnerabilities":{},"error":{"code":"E405"}}'],
    ["a message", '{"message":"method not allowed"}'],
  ])("judgeAudit doesn't pass when the source answers %s", (_, output) => {
    expect(judge(output)).toBe(2);
  });
});
