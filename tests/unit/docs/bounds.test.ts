import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { api } from "~/worker/api";
import { apiCalls } from "../../support/api-calls";

it("the OpenAPI document says for every call who can make it and how often", () => {
  const routes = api.openAPIRegistry.definitions.flatMap((one) =>
    one.type === "route" ? [one.route] : [],
  );
  const isSilent = (route: (typeof routes)[number]) =>
    route.security === undefined || route["x-limit"] === undefined;
  expect(routes.length).toBe(apiCalls.length);
  expect(routes.filter(isSilent).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it("every call that writes has a bound of its own, except deleting, signing out and marking as read", () => {
  const writing = apiCalls.filter(({ method }) => method !== "get");
  const fenced = writing.filter(({ limit }) => limit === "fence");
  expect(fenced.map(({ route }) => route).sort()).toEqual([
    // Leaving an address has a limit, which also limits how many can be removed.
    "DELETE /api/pairings/conversation/{id}/address",
    // These two calls end the session that they are called with.
    "DELETE /api/users/account",
    "POST /api/auth/logout",
    // This call writes at most once per message, and messages have their own limits.
    "POST /api/pairings/conversation/{id}/read",
  ]);
});

const CLIENT_EVENTS = [
  "join_conversation",
  "leave_conversation",
  "typing",
  "visibility",
  "send_message",
  "test_connection",
  "ping",
];

it("every event of a live connection has a bound in docs/security.md", () => {
  const lines = readFileSync("docs/security.md", "utf8").split("\n");
  const isThere = (event: string) => lines.some((line) => line.startsWith(`| \`${event}\` |`));
  expect(CLIENT_EVENTS.filter((event) => !isThere(event))).toEqual([]);
});
