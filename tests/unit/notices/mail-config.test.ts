import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_RETRIES } from "~/core/notices/retries";
import { type Env, readConfig } from "~/worker/env";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const SET = {
  SESSION_SECRET: "s".repeat(40),
  RECORD_SECRET: "r".repeat(40),
  SUPPORT_EMAIL: "support@example.org",
};
const config = (variables: Record<string, string>) =>
  readConfig({ ...SET, ...variables } as unknown as Env);

const ORIGIN = "https://happenstance.example";
const MAIL_FROM = "Happenstance <post@happenstance.example>";
const LOCAL_OUTBOX = "http://127.0.0.1:8787";

describe("the configuration of mail", () => {
  it.each([
    [{}, { mail: null, outbox: null, origin: "", mustVerify: false }],
    [{ ORIGIN }, { mail: null, outbox: null, mustVerify: false }],
    [
      { ORIGIN, MAIL_FROM: "" },
      { mail: null, mustVerify: false },
    ],
    [
      { ORIGIN, MAIL_FROM, RESEND_API_KEY: "key" },
      {
        mail: {
          from: { name: "Happenstance", email: "post@happenstance.example" },
          resendKey: "key",
        },
        outbox: null,
        origin: ORIGIN,
        mustVerify: true,
      },
    ],
    [
      { ORIGIN, MAIL_FROM: "post@x.example" },
      { mail: { from: { name: "Happenstance", email: "post@x.example" } } },
    ],
    [{ ORIGIN, MAIL_FROM, REQUIRE_VERIFIED_EMAIL: "0" }, { mustVerify: false }],
    [
      { LOCAL_OUTBOX },
      { mail: null, outbox: LOCAL_OUTBOX, origin: LOCAL_OUTBOX, mustVerify: false },
    ],
    [{ LOCAL_OUTBOX, REQUIRE_VERIFIED_EMAIL: "1" }, { mustVerify: true }],
  ])("the configuration of mail follows from the variables %j", (variables, expected) => {
    expect(config(variables)).toMatchObject(expected);
  });

  it.each([
    [{ ORIGIN, MAIL_FROM: "no address" }, /MAIL_FROM: must be/],
    [{ ORIGIN, MAIL_FROM: "A\r\nBcc: b@x.example <a@x.example>" }, /MAIL_FROM: must be/],
    [{ MAIL_FROM }, /ORIGIN: is needed/],
    // A deployed Worker has an ORIGIN, so it can't have an outbox.
    [{ ORIGIN, LOCAL_OUTBOX }, /LOCAL_OUTBOX: is for the local server/],
    [{ LOCAL_OUTBOX: "https://happenstance.example" }, /LOCAL_OUTBOX: must be/],
    [{ LOCAL_OUTBOX: "http://127.0.0.1.evil.example:80" }, /LOCAL_OUTBOX: must be/],
    [{ ORIGIN, REQUIRE_VERIFIED_EMAIL: "1" }, /REQUIRE_VERIFIED_EMAIL: needs mail/],
  ])("the configuration of mail refuses the variables %j", (variables, words) => {
    expect(() => config(variables as Record<string, string>)).toThrow(words);
  });
});

describe("wrangler's files", () => {
  const tomls = ["wrangler.toml", "wrangler.midnight.toml"].map(read);

  it("only the script of the local server sets LOCAL_OUTBOX, and no configuration file does", () => {
    for (const toml of [...tomls, read(".dev.vars.example"), read("package.json")]) {
      expect(toml).not.toContain("LOCAL_OUTBOX");
    }
    expect(read("scripts/lib/serve.mjs")).toContain("LOCAL_OUTBOX");
  });

  it("each queue retries `MAX_RETRIES` times, and has a dead letter queue", () => {
    for (const toml of tomls) {
      const consumers = toml.split(/^\[\[(?:env\.\w+\.)?queues\.consumers\]\]$/m).slice(1);
      expect(consumers.length).toBeGreaterThan(0);
      for (const consumer of consumers) {
        expect(/max_retries = (\d+)/.exec(consumer)?.[1]).toBe(String(MAX_RETRIES));
        expect(consumer).toMatch(/^dead_letter_queue = "happenstance-/m);
      }
    }
  });

  it.each(["staging", "production"])(
    "both Workers of %s write to the queue, and only the midnight Worker consumes it",
    (name) => {
      const queue = `queue = "happenstance-${name}-deliveries"`;
      for (const toml of tomls) {
        expect(toml).toContain(
          `[[env.${name}.queues.producers]]\nbinding = "DELIVERIES"\n${queue}`,
        );
      }
      const consumer = `[[env.${name}.queues.consumers]]\n${queue}`;
      expect(tomls.map((toml) => toml.includes(consumer))).toEqual([false, true]);
    },
  );
});
