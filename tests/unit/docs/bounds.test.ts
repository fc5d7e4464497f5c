import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BOUNDS } from "~/core/shared/bounds";
import { LIMITS } from "~/core/shared/constants";
import { api } from "~/worker/api";
import { CONVERSATION_EVENTS } from "~/worker/realtime/connections/events";
import { apiCalls } from "../../support/api-calls";
import { describeLimits } from "../../support/describe-limits";

const MODEL = readFileSync("docs/threat-model.md", "utf8");

/** The second column of the row that begins with a name in backquotes. */
function rowOf(name: string): string | undefined {
  const line = MODEL.split("\n").find((one) => one.startsWith(`| \`${name}\` |`));
  return line?.split("|")[2]?.trim();
}

function describeBound({ limit }: (typeof apiCalls)[number]): string {
  if (limit === "fence") return "fence";
  if (Array.isArray(limit)) return describeLimits(limit.map((one) => LIMITS[one]));
  return describeLimits([BOUNDS[limit].minute, BOUNDS[limit].day]);
}

it("every call says who may make it, and how often", () => {
  const routes = api.openAPIRegistry.definitions.flatMap((one) =>
    one.type === "route" ? [one.route] : [],
  );
  const isSilent = (route: (typeof routes)[number]) =>
    route.security === undefined || route["x-limit"] === undefined;
  expect(routes.length).toBe(apiCalls.length);
  expect(routes.filter(isSilent).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it("every call has a bound, and the threat model prints it", () => {
  const printed = apiCalls.map(({ route }) => `${route}: ${rowOf(route)}`);
  expect(printed).toEqual(apiCalls.map((call) => `${call.route}: ${describeBound(call)}`));
});

it("only calls that delete, sign out or mark as read write with the fence as their only bound", () => {
  const writing = apiCalls.filter(({ method }) => method !== "get");
  const fenced = writing.filter(({ limit }) => limit === "fence");
  expect(fenced.map(({ route }) => route).sort()).toEqual([
    // Deletes an address, and leaving an address has a limit.
    "DELETE /api/pairings/conversation/{id}/address",
    // Each ends the session that it is called with.
    "DELETE /api/users/account",
    "POST /api/auth/logout",
    // Writes at most once per message, and messages have their own limits.
    "POST /api/pairings/conversation/{id}/read",
  ]);
});

it("every page has a bound in the threat model", () => {
  const routes = readdirSync("app/routes").map((file) => file.replace(/\.tsx?$/, ""));
  expect(routes.filter((route) => !rowOf(`routes/${route}`))).toEqual([]);
});

it("every event of a live connection has a bound in the threat model", () => {
  expect(CONVERSATION_EVENTS.filter((event) => !rowOf(event))).toEqual([]);
});
