import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mailSchema } from "~/core/notices/mail-messages";
import { writeLetter } from "~/core/notices/templates";
import { ACTION_KINDS } from "~/core/shared/constants";
import { type MailKind, SUBJECTS } from "../../e2e/fixtures/mails";

const folder = new URL("../../e2e/", import.meta.url);
const specs = readdirSync(folder)
  .filter((name) => name.endsWith(".spec.ts"))
  .map((name) => readFileSync(new URL(name, folder), "utf8"))
  .join("\n");

/** All mails of the product, with a statement for each kind of decision. */
const kinds = mailSchema.options.flatMap(({ shape }): string[] => {
  const template = shape.template.value;
  return template === "statement" ? ACTION_KINDS.map((kind) => `statement ${kind}`) : [template];
});

it("SUBJECTS lists every mail of the product", () => {
  expect(Object.keys(SUBJECTS).sort()).toEqual([...kinds].sort());
});

it.each(kinds)("at least one browser test opens the mail %s in the local outbox", (kind) => {
  const opened = [...specs.matchAll(/\bopenMail\(\s*\w+,\s*[\w.]+,\s*"([^"]+)"/g)];
  expect(opened.map(([, name]) => name)).toContain(kind);
});

it.each(Object.entries(SUBJECTS))("the mail %s has the subject %s", (kind, subject) => {
  const [template, action] = (kind as MailKind).split(" ");
  const filled = {
    template,
    action,
    token: "t",
    newEmail: "",
    reason: "spam",
    text: "",
    until: null,
    conversationId: "c",
  };
  const mail = { decision: "upheld", outcome: "acted", ...filled } as never;
  const place = { origin: "https://happenstance.example", supportEmail: "s@example.org" };
  expect(writeLetter(mail, { name: null, place }).subject).toBe(subject);
});
