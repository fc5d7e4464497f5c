import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { giveConsent, readConsent, withdrawConsent } from "~/core/accounts/consents";
import { register } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import { updateProfile } from "~/core/profile/service";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { callApi, createMember } from "../../support/api";
import { createTestDeps } from "../pairing/support";

const deps = createTestDeps();

const kinds = async (memberId: string) => {
  const { results } = await env.DB.prepare(
    "select kind from consents where member_id = ? order by sequence",
  )
    .bind(memberId)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};

it("registering on the page stores a consent of kind 'given', and registering by the API one of kind 'notified'", async () => {
  const before = Date.now();
  const input = {
    name: "Page Reader",
    email: "page.reader@example.org",
    password: "a fine day for tea",
    dob: "1990-06-15",
    gender: "Female" as const,
    preferred_match_gender: "Male" as const,
  };
  const { user, token } = await register(deps, "127.0.0.1", input, "given");
  expect(await kinds(user.id)).toEqual(["given"]);
  const consent = await readConsent(deps, await authenticate(deps, token));
  expect(consent).toMatchObject({ kind: "given", version: CONSENT_VERSION });
  expect(Date.parse(consent?.created_at ?? "")).toBeGreaterThanOrEqual(before);

  const byApi = await createMember({ gender: "Male" });
  expect(await kinds(byApi.id)).toEqual(["notified"]);
  for (let i = 0; i < 3; i++) await giveConsent(deps, await authenticate(deps, byApi.token));
  const { body } = await callApi<{ consents: object[] }>("GET", "/api/users/export", {
    token: byApi.token,
  });
  expect(body.consents).toMatchObject([
    { kind: "notified", version: CONSENT_VERSION },
    { kind: "given", version: CONSENT_VERSION },
  ]);
});

it("withdrawing a consent clears gender and preference, and a later choice stores a new consent", async () => {
  const ada = await createMember({ gender: "Female", preferred_match_gender: "Male" });
  await withdrawConsent(deps, await authenticate(deps, ada.token));
  const { body } = await callApi("GET", "/api/users/me", { token: ada.token });
  expect(body).toMatchObject({ gender: null, preferred_match_gender: null });
  const save = (profile: object) =>
    callApi("PUT", "/api/users/profile", { token: ada.token, body: profile });
  await save({ bio: "words" });
  await save({ gender: null, preferred_match_gender: null });
  expect(await kinds(ada.id)).toEqual(["notified", "withdrawn"]);
  await save({ gender: "Non-Binary" });
  await save({ gender: "Female" });
  expect(await kinds(ada.id)).toEqual(["notified", "withdrawn", "notified"]);
  await withdrawConsent(deps, await authenticate(deps, ada.token));
  await updateProfile(deps, await authenticate(deps, ada.token), { gender: "Male" }, "given");
  expect((await kinds(ada.id)).slice(-2)).toEqual(["withdrawn", "given"]);
});
