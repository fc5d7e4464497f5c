import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { AppLoadContext } from "~/app/framework.server";
import { action as actOnConversation } from "~/app/routes/conversation.$conversationId";
import { action as actOnProfile } from "~/app/routes/profile._index";
import { loader as findCities } from "~/app/routes/profile.cities";
import { action as editProfile } from "~/app/routes/profile.edit";
import { loader as exportData } from "~/app/routes/profile.export";
import { action as resetPassword } from "~/app/routes/profile.reset-password";
import { BOUNDS, type BoundName } from "~/core/shared/bounds";
import { createLogger } from "~/worker/adapters/logger";
import { createServices } from "~/worker/services";
import { createPair } from "../../support/pairs";
import { fillWindow } from "../../support/rate-windows";

const ORIGIN = "https://happenstance.test";

type Handler = (asked: {
  request: Request;
  context: AppLoadContext;
  params: object;
}) => Promise<unknown>;

/** What a page's loader or action answers: its status, its words, and when to come again. */
async function ask(handler: unknown, path: string, token: string, fields?: object) {
  const logger = createLogger({});
  const services = createServices(env, { logger, defer: () => undefined });
  const context = { services, logger, address: "127.0.0.1", retryAfter: null };
  const request = new Request(ORIGIN + path, {
    headers: { cookie: `__Host-session=${token}` },
    ...(fields && { method: "POST", body: new URLSearchParams(fields as Record<string, string>) }),
  });
  const answer = await (handler as Handler)({
    request,
    context: context as unknown as AppLoadContext,
    params: { conversationId: path.split("/")[2] },
  });
  const { retryAfter } = context;
  if (answer instanceof Response) {
    return { status: answer.status, words: await answer.text(), retryAfter };
  }
  const { data, init } = answer as { data: unknown; init: ResponseInit | null };
  return { status: init?.status ?? 200, words: JSON.stringify(data), retryAfter };
}

const PROFILE = {
  name: "Some One",
  bio: "Another word.",
  dob: "1990-06-15",
  gender: "Female",
  preferred_match_gender: "surprise-me",
  distance_preference: "100",
  minimum_age_preference: "18",
  maximum_age_preference: "80",
};

const PASSWORDS = {
  currentPassword: "a fine day for tea",
  newPassword: "another fine day",
  confirmPassword: "another fine day",
};

it.each<[string, BoundName, unknown, string, object | undefined]>([
  ["the export", "exports", exportData, "/profile/export", undefined],
  ["the cities", "placeLookups", findCities, "/profile/cities?query=ber", undefined],
  ["an edit of the profile", "profileWrites", editProfile, "/profile/edit", PROFILE],
  [
    "a position",
    "profileWrites",
    editProfile,
    "/profile/edit",
    { intent: "location", latitude: "1", longitude: "2", location: "There" },
  ],
  [
    "a city with scripts off",
    "placeLookups",
    editProfile,
    "/profile/edit",
    { intent: "search-cities", city_query: "ber" },
  ],
  ["a new password", "passwordChanges", resetPassword, "/profile/reset-password", PASSWORDS],
  ["a block", "blocks", actOnConversation, "/conversation/{id}", { intent: "block" }],
  ["an unblock", "blocks", actOnConversation, "/conversation/{id}", { intent: "unblock" }],
  [
    "an unblock of the list",
    "blocks",
    actOnProfile,
    "/profile",
    { intent: "unblock", userId: "x" },
  ],
  ["the end of sessions", "sessionWrites", actOnProfile, "/profile", { intent: "end-sessions" }],
])("%s of a page counts in the bound of its call: %s", async (_, bound, handler, path, fields) => {
  const { one, conversationId } = await createPair();
  const at = path.replace("{id}", conversationId);
  for (const window of ["minute", "day"] as const) {
    const { limit, refusal } = BOUNDS[bound][window];
    await fillWindow(one.id, bound, window, limit);
    const refused = await ask(handler, at, one.token, fields);
    expect(refused.status).toBe(429);
    expect(refused.words).toContain(refusal);
    expect(refused.retryAfter).toBeGreaterThan(0);
    await fillWindow(one.id, bound, window, 1);
  }
  expect((await ask(handler, at, one.token, fields)).status).not.toBe(429);
  const { results } = await env.DB.prepare(
    "select count from rate_windows where member_id = ? and key like ? order by key",
  )
    .bind(one.id, `${bound}-%`)
    .all();
  expect(results).toEqual([{ count: 2 }, { count: 2 }]);
});
