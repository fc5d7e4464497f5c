import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { AppLoadContext } from "~/app/framework.server";
import { loader } from "~/app/routes/calendar.$token";
import { toUtcDate } from "~/core/shared/age";
import type { Viewer } from "~/core/viewer/viewer";
import { createLogger } from "~/worker/adapters/logger";
import { createServices } from "~/worker/services";
import { callApi } from "../../support/api";
import { createPair, suspendMember } from "../../support/pairs";

const DAY = 86_400_000;
const services = () => createServices(env, { logger: createLogger({}), defer: () => undefined });

async function ask(token: string) {
  const answer = (await loader({
    request: new Request(`https://happenstance.test/calendar/${token}`),
    context: { services: services() } as unknown as AppLoadContext,
    params: { token },
  })) as Response;
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The dates of a calendar's events. */
const datesOf = (text: string) =>
  Array.from(text.matchAll(/DTSTART:(\d{4})(\d\d)(\d\d)T000000Z/g), ([, ...parts]) =>
    parts.join("-"),
  );

it("a calendar has the midnights at which its member takes part, and no personal data", async () => {
  const { one, other } = await createPair();
  const viewer = { memberId: one.id } as Viewer;
  const { availability } = services();
  const { path } = await availability.createCalendar(viewer);
  const token = path.replace("/calendar/", "");
  expect(token).toMatch(/^[\w-]{20,}\.ics$/);

  const { status, headers, text } = await ask(token);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  expect(headers.get("cache-control")).toMatch(/^private/);
  const all = Array.from({ length: 60 }, (_, i) => toUtcDate(Date.now() + (i + 1) * DAY));
  expect(datesOf(text)).toEqual(all);
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR$/);
  expect(text).toContain("https://happenstance.test/conversations");
  for (const personal of [one.id, one.name, one.email, other.id, other.name, token.slice(0, 20)]) {
    expect(text).not.toContain(personal);
  }
  // No line is longer than RFC 5545 allows.
  for (const line of text.split("\r\n")) expect(line.length).toBeLessThanOrEqual(75);

  const change = (body: object) =>
    callApi("PUT", "/api/users/availability", { token: one.token, body });
  await change({ pause: "tomorrow" });
  expect(datesOf((await ask(token)).text)).toEqual(all.slice(1));
  await change({ pause: "until", until: all[4] });
  expect(datesOf((await ask(token)).text)).toEqual(all.slice(4));
  await change({ pause: "open" });
  expect(datesOf((await ask(token)).text)).toEqual([]);
  await change({ pause: "none" });
  expect(datesOf((await ask(token)).text)).toEqual(all);
});

it("a calendar ends with a new address, its removal, a suspension, or the account's deletion", async () => {
  const { one, other } = await createPair();
  const { availability } = services();
  const make = async (memberId: string) => {
    const { path } = await availability.createCalendar({ memberId } as Viewer);
    return path.replace("/calendar/", "");
  };
  const statusOf = async (token: string) => (await ask(token)).status;
  const first = await make(one.id);
  const second = await make(one.id);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  const stored = await env.DB.prepare("select * from calendar_feeds").all();
  expect(JSON.stringify(stored.results)).not.toContain(second.replace(".ics", ""));
  await availability.removeCalendar({ memberId: one.id } as Viewer);
  expect(await statusOf(second)).toBe(404);

  const [third, others] = [await make(one.id), await make(other.id)];
  await suspendMember(one);
  expect(await statusOf(third)).toBe(404);
  await callApi("DELETE", "/api/users/account", { token: other.token });
  expect(await statusOf(others)).toBe(404);
  for (const wrong of ["", ".ics", "x", "%00", "../profile"])
    expect(await statusOf(wrong)).toBe(404);
});
