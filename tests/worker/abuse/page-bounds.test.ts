import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { loader as findCities } from "~/app/routes/profile.cities";
import { loader as exportData } from "~/app/routes/profile.export";
import { BOUNDS, type BoundName } from "~/core/accounts/bounds";
import { addPasskey, beginAddingPasskey, beginPasskeySignIn } from "~/core/accounts/passkeys";
import { passwords } from "~/core/accounts/passwords";
import { confirmPassword } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import { LIMITS } from "~/core/shared/constants";
import { createAuthenticator } from "../../support/authenticator";
import {
  ADDRESS,
  askPage,
  createPageContext,
  ORIGIN,
  type PageHandler,
  pageActions,
} from "../../support/page-actions";
import { pairMembers } from "../../support/pairs";
import { fillWindow } from "../../support/rate-windows";
import { type SeededMember, seedMember } from "../../support/seed";

const PASSWORD = "a fine day for tea";
const MANY = 1_000_000;

let hash = "";
beforeAll(async () => {
  hash = await passwords.hash(PASSWORD);
});

interface Scene {
  member: SeededMember;
  conversationId: string;
}

async function createScene(): Promise<Scene> {
  const member = await seedMember({ is_admin: 1, password_hash: hash });
  const partner = await seedMember();
  return { member, conversationId: await pairMembers(member, partner) };
}

function ask(handler: PageHandler, scene: Scene, path: string, fields?: object) {
  const { token } = scene.member;
  const params = { conversationId: scene.conversationId, token: "none" };
  const form = fields && new URLSearchParams(fields as Record<string, string>);
  return askPage(handler, { path, token, params, ...(form && { body: form.toString() }) });
}

let count = 0;
const newEmail = () => `bound-${++count}@example.org`;

/** @returns the passkey's answer to a sign-in challenge */
async function provePasskey({ member }: Scene): Promise<string> {
  const { deps } = createPageContext();
  const made = await createAuthenticator(ORIGIN);
  const viewer = await authenticate(deps, member.token);
  await confirmPassword(deps, viewer, ADDRESS, { password: PASSWORD });
  const owner = await authenticate(deps, member.token);
  const passkey = JSON.parse(await made.register(await beginAddingPasskey(deps, owner, ORIGIN)));
  await addPasskey(deps, owner, ORIGIN, { name: "Key", passkey });
  return made.prove(await beginPasskeySignIn(deps, ADDRESS, ORIGIN));
}

type Bound = BoundName | (keyof typeof LIMITS)[] | "fence";
type Sample = object | ((scene: Scene) => object | Promise<object>);

const SIGN_IN: Bound = [
  "failedSignIns",
  "failedSignInsOfAddress",
  "failedSignInsOfNetwork",
  "failedSignInsOfEmail",
  "signInsOfAddress",
];
const LINK: Bound = ["mailRequests", "mailRequestsOfNetwork"];
const WRONG = { password: "wrong" };
const newPassword = { password: "another fine day", confirmPassword: "another fine day" };
const newMember = () => ({
  name: "Ann",
  email: newEmail(),
  dob: "1990-06-15",
  gender: "Female",
  preferred_match_gender: "surprise-me",
  password: PASSWORD,
  confirmPassword: PASSWORD,
});

/**
 * Each form of each page. The key is the route and the form's intent, but in `passkeys` and
 * `session` other fields tell the forms apart. The bound is that of the API call that does the
 * same. The sample has the fields that a request needs in order to count.
 */
const FORMS: Record<string, [bound: Bound, sample?: Sample]> = {
  "account.standing appeal": ["appeals"],
  "account.standing delete-account": [["failedSignIns"], WRONG],
  "admin send-jobs": ["adminWrites"],
  "admin_.appeals": ["adminWrites"],
  "admin_.confirm": [["failedSignIns"], WRONG],
  "admin_.members.$memberId decide": ["adminWrites"],
  "admin_.members.$memberId position": ["adminWrites"],
  "admin_.passkey": ["passkeyChanges"],
  "admin_.reports.$reportId decide": ["adminWrites"],
  "admin_.reports.$reportId reopen": ["adminWrites"],
  confirm: [LINK, {}],
  "conversation.$conversationId send": [
    ["messagesPerSecond", "messagesPerMinute"],
    { content: "hello" },
  ],
  "conversation.$conversationId block": ["blocks"],
  "conversation.$conversationId unblock": ["blocks"],
  "conversation.$conversationId report": [["reports"], { reason: "spam" }],
  "conversation.$conversationId seal": [["addresses"], { address: "a line" }],
  "conversation.$conversationId answer": [["answers"], { level: "1", answer: "a cup" }],
  "conversation.$conversationId unseal": ["fence"],
  "conversations availability": ["availabilityWrites"],
  "conversations star": ["profileWrites"],
  "conversations trigger-pairings": ["adminWrites"],
  forgot: [[...LINK, "mailsOfAddress"], () => ({ email: newEmail() })],
  login: [SIGN_IN, ({ member }: Scene) => ({ email: member.email, password: "wrong" })],
  "login passkey": [
    ["signInsOfAddress"],
    async (scene: Scene) => ({ passkey: await provePasskey(scene) }),
  ],
  logout: ["fence"],
  "page-views": ["fence"],
  "passkeys sign_in": [["passkeyChallenges"], { purpose: "sign_in" }],
  "passkeys register": ["passkeyChanges", { purpose: "register" }],
  "passkeys confirm": ["passkeyChanges", { purpose: "confirm" }],
  "profile._index availability": ["availabilityWrites"],
  "profile._index unblock": ["blocks"],
  "profile._index delete-account": [["failedSignIns"], WRONG],
  "profile.edit": ["profileWrites"],
  "profile.edit location": ["profileWrites"],
  "profile.edit search-cities": ["placeLookups"],
  "profile.email resend": [["mailsOfAddress"], {}],
  "profile.email change": [["emailChanges"], () => ({ email: newEmail(), password: PASSWORD })],
  "profile.email notices": ["profileWrites"],
  "profile.notifications save": ["profileWrites"],
  "profile.notifications remove": ["deviceWrites"],
  "profile.passkeys confirm": ["passkeyChanges"],
  "profile.passkeys add": ["passkeyChanges"],
  "profile.passkeys rename": ["passkeyChanges"],
  "profile.passkeys remove": ["passkeyChanges"],
  "profile.reset-password": ["passwordChanges"],
  reset: [LINK, newPassword],
  "session ask": ["fence", { ask: "" }],
  "session token": ["fence", { token: "none" }],
  "settings accept-newcomers": ["profileWrites"],
  "settings end-sessions": ["sessionWrites"],
  "settings give-consent": ["profileWrites"],
  "settings withdraw-consent": ["profileWrites"],
  signup: [["registrations", "registrationsOfNetwork"], newMember],
  "unsubscribe.$token": ["fence"],
};

const forms = Object.entries(FORMS).map(([name, [bound, sample]]) => {
  const [route = "", word = ""] = name.split(" ");
  const intent = ["passkeys", "session"].includes(route) ? "" : word;
  return { name, route, intent, bound, sample, action: pageActions[route] as PageHandler };
});
type PageForm = (typeof forms)[number];

const pathOf = ({ conversationId }: Scene, { route }: PageForm) =>
  route.startsWith("conversation.$") ? `/conversation/${conversationId}` : "/form";

async function fieldsOf({ intent, sample }: PageForm, scene: Scene): Promise<object> {
  const fields = typeof sample === "function" ? await sample(scene) : sample;
  return { ...fields, ...(intent !== "" && { intent }) };
}

const isMemberBound = (bound: Bound): bound is BoundName =>
  typeof bound === "string" && bound !== "fence";

it("`FORMS` has each intent of each page, and an unknown intent is answered with 400", async () => {
  const scene = await createScene();
  const found = await Promise.all(
    Object.entries(pageActions).map(async ([route, action]) => {
      const { status, words } = await ask(action, scene, "/form", { intent: "no such intent" });
      expect([route, status]).toEqual([route, 400]);
      const [, intents = ""] = /^The intents of this page: (.*)$/.exec(words) ?? [];
      return intents.split(", ").map((intent) => [route, intent].join(" ").trim());
    }),
  );
  const known = forms.map(({ route, intent }) => [route, intent].join(" ").trim());
  expect(found.flat().sort()).toEqual([...new Set(known)].sort());
});

async function expectBound(
  handler: PageHandler,
  scene: Scene,
  path: string,
  bound: BoundName,
  fields?: object,
) {
  const { member } = scene;
  for (const window of ["minute", "day"] as const) {
    const { limit, refusal } = BOUNDS[bound][window];
    await fillWindow(member.id, bound, window, limit);
    const refused = await ask(handler, scene, path, fields);
    expect(refused.status).toBe(429);
    expect(refused.words).toContain(refusal);
    expect(refused.retryAfter).toBeGreaterThan(0);
    await fillWindow(member.id, bound, window, 1);
  }
  expect((await ask(handler, scene, path, fields)).status).not.toBe(429);
  const { results } = await env.DB.prepare(
    "select count from rate_windows where member_id = ? and key like ? order by key",
  )
    .bind(member.id, `${bound}-%`)
    .all();
  expect(results).toEqual([{ count: 2 }, { count: 2 }]);
}

it.each(forms.filter(({ bound }) => isMemberBound(bound)))(
  "$name counts towards the bound of the same API call, and gets 429 past it",
  async (one) => {
    const scene = await createScene();
    const fields = await fieldsOf(one, scene);
    await expectBound(one.action, scene, pathOf(scene, one), one.bound as BoundName, fields);
  },
);

it("a report that also blocks counts towards the bound of blocks", async () => {
  const one = forms.find(({ name }) => name.endsWith(" report")) as PageForm;
  const scene = await createScene();
  const fields = { ...(await fieldsOf(one, scene)), also_block: "1" };
  await expectBound(one.action, scene, pathOf(scene, one), "blocks", fields);
});

it.each([
  ["exports", exportData, "/profile/export"],
  ["placeLookups", findCities, "/profile/cities?query=ber"],
] as const)(
  "a page's loader counts towards the bound %s, like the API call that does the same",
  async (bound, loader, path) => {
    await expectBound(loader, await createScene(), path, bound);
  },
);

it.each(forms.filter(({ bound }) => Array.isArray(bound)))(
  "$name gets 429 past its limits",
  async (one) => {
    await env.DB.prepare("delete from rate_windows").run();
    const scene = await createScene();
    const path = pathOf(scene, one);
    const send = (fields: object) => ask(one.action, scene, path, fields);
    const [first, second] = [await fieldsOf(one, scene), await fieldsOf(one, scene)];
    expect((await send(first)).status).not.toBe(429);
    // The first request created the counters, and this statement fills them. The counters of a
    // member's bounds per day and minute are left out, because they have their own test.
    await env.DB.prepare(
      "update rate_windows set count = ? where key not like '%-day:%' and key not like '%-minute:%'",
    )
      .bind(MANY)
      .run();
    const limits = one.bound as (keyof typeof LIMITS)[];
    let last = await send(second);
    // The counter of messages is not in the database but in the conversation's object, so it is
    // filled by sending more messages than the object accepts in a second.
    for (let sent = 0; sent < 60 && last.status !== 429; sent++) last = await send(first);
    expect(last.status).toBe(429);
    expect(limits.map((limit) => LIMITS[limit].refusal)).toContain(refusalIn(last.words));
    expect(last.retryAfter).toBeGreaterThan(0);
  },
);

function refusalIn(words: string): string | undefined {
  return Object.values(LIMITS).find(({ refusal }) => words.includes(refusal))?.refusal;
}
