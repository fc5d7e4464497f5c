import { env } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { beforeAll, expect, it } from "vitest";
import type { FormsAction } from "~/app/lib/forms.server";
import { loader as findCities } from "~/app/routes/profile.cities";
import { loader as exportData } from "~/app/routes/profile.export";
import { BOUNDS, type BoundName } from "~/core/shared/bounds";
import { LIMITS } from "~/core/shared/constants";
import MODEL from "~/docs/threat-model.md?raw";
import { createLogger } from "~/worker/adapters/logger";
import { bcryptPasswords } from "~/worker/adapters/passwords";
import { createServices } from "~/worker/services";
import { createAuthenticator } from "../../support/authenticator";
import { describeLimits } from "../../support/describe-limits";
import { pairMembers } from "../../support/pairs";
import { fillWindow } from "../../support/rate-windows";
import { type SeededMember, seedMember } from "../../support/seed";

const ORIGIN = "https://happenstance.test";
const ADDRESS = "192.0.2.7";
const PASSWORD = "a fine day for tea";
const MANY = 1_000_000;

interface Route {
  action?: FormsAction;
  loader?: unknown;
}

const modules = import.meta.glob<Route>("../../../app/routes/*.{ts,tsx}", { eager: true });
const routes = Object.entries(modules).map(
  ([path, route]) => [path.replace(/^.*\/app\/|\.tsx?$/g, ""), route] as const,
);

interface PageForm {
  /** The name in the threat model. */
  name: string;
  action: FormsAction;
  form: FormsAction["forms"][string];
  intent: string;
}

const FORMS: PageForm[] = routes.flatMap(([route, { action }]) =>
  Object.entries(action?.forms ?? {}).map(([intent, form]) => {
    const name = `POST ${route} ${intent}`.trim();
    return { name, action: action as FormsAction, form, intent };
  }),
);

let hash = "";
beforeAll(async () => {
  hash = await bcryptPasswords.hash(PASSWORD);
});

/** An admin with a partner, so that every form finds its subject. */
interface Scene {
  member: SeededMember;
  conversationId: string;
}

async function createScene(): Promise<Scene> {
  const member = await seedMember({ is_admin: 1, password_hash: hash });
  const partner = await seedMember();
  return { member, conversationId: await pairMembers(member, partner) };
}

function createContext() {
  const logger = createLogger({});
  const mail = { LOCAL_OUTBOX: "http://127.0.0.1:1", DELIVERIES: { sendBatch: async () => {} } };
  const bindings = { ...env, ...mail } as unknown as typeof env;
  const services = createServices(bindings, { logger, defer: () => undefined });
  const config = { origin: ORIGIN, isLocal: true, mail: "local" };
  return { services, config, logger, address: ADDRESS, retryAfter: null };
}

type Handler = (asked: object) => Promise<unknown>;

/** Calls a page's loader or action. @returns the answer's status and text, and the seconds until a retry */
async function ask(handler: unknown, scene: Scene, path: string, fields?: object) {
  const context = createContext();
  const request = new Request(ORIGIN + path, {
    headers: { cookie: `__Host-session=${scene.member.token}` },
    ...(fields && { method: "POST", body: new URLSearchParams(fields as Record<string, string>) }),
  });
  const params = { conversationId: scene.conversationId, token: "none" };
  const asked = { request, params, context: context as unknown as AppLoadContext };
  const answer = await (handler as Handler)(asked).catch((thrown: unknown) => thrown);
  const { retryAfter } = context;
  if (answer instanceof Response) {
    return { status: answer.status, words: await answer.text(), retryAfter };
  }
  if (answer instanceof Error) throw answer;
  const { data, init } = answer as { data: unknown; init: ResponseInit | null };
  return { status: init?.status ?? 200, words: JSON.stringify(data), retryAfter };
}

let count = 0;
const newEmail = () => `bound-${++count}@example.org`;

/** Adds a passkey to the member. @returns its proof for a sign-in */
async function provePasskey({ member }: Scene): Promise<string> {
  const { services } = createContext();
  const site = { origin: ORIGIN };
  const made = await createAuthenticator(ORIGIN);
  const viewer = await services.auth.authenticate(member.token);
  await services.auth.confirmPassword(viewer, { address: ADDRESS }, { password: PASSWORD });
  const owner = await services.auth.authenticate(member.token);
  const passkey = JSON.parse(
    await made.register(await services.passkeys.beginAddingPasskey(owner, site)),
  );
  await services.passkeys.addPasskey(owner, site, { name: "Key", passkey });
  return made.prove(await services.passkeys.beginPasskeySignIn({ address: ADDRESS }, site));
}

/** Fields with which a form reaches the limits in its statement. Other forms need no field to reach their bound. */
const SAMPLES: Record<string, (scene: Scene) => object | Promise<object>> = {
  "POST routes/account.standing delete-account": () => ({ password: "wrong" }),
  "POST routes/admin_.confirm": () => ({ password: "wrong" }),
  "POST routes/confirm": () => ({}),
  "POST routes/conversation.$conversationId report": () => ({ reason: "spam" }),
  "POST routes/conversation.$conversationId answer": () => ({ level: "1", answer: "a cup" }),
  "POST routes/conversation.$conversationId seal": () => ({ address: "a line" }),
  "POST routes/conversation.$conversationId send": () => ({ content: "hello" }),
  "POST routes/forgot": () => ({ email: newEmail() }),
  "POST routes/login": ({ member }) => ({ email: member.email, password: "wrong" }),
  "POST routes/login passkey": async (scene) => ({ passkey: await provePasskey(scene) }),
  "POST routes/passkeys sign_in": () => ({ purpose: "sign_in" }),
  "POST routes/profile._index delete-account": () => ({ password: "wrong" }),
  "POST routes/profile.email change": () => ({ email: newEmail(), password: PASSWORD }),
  "POST routes/profile.email resend": () => ({}),
  "POST routes/reset": () => ({
    password: "another fine day",
    confirmPassword: "another fine day",
  }),
  "POST routes/signup": () => ({
    name: "Ann",
    email: newEmail(),
    dob: "1990-06-15",
    gender: "Female",
    preferred_match_gender: "surprise-me",
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }),
};

/** The field that selects a form, if that isn't its intent. */
const CHOSEN_BY: Record<string, object> = {
  "POST routes/passkeys register": { purpose: "register" },
  "POST routes/passkeys confirm": { purpose: "confirm" },
};

const pathOf = ({ conversationId }: Scene, name: string) =>
  name.includes("conversation.$") ? `/conversation/${conversationId}` : "/form";

async function fieldsOf({ name, intent }: PageForm, scene: Scene): Promise<object> {
  const known = CHOSEN_BY[name] ?? (await SAMPLES[name]?.(scene)) ?? {};
  const isNamed = !Object.hasOwn(known, "purpose") && !Object.hasOwn(known, "passkey");
  return { ...known, ...(intent && isNamed && { intent }) };
}

/** The bound of a form that is sent without its optional fields. */
function boundOf({ form }: PageForm) {
  return typeof form.bound === "function" ? form.bound(new FormData()) : form.bound;
}

const isMemberBound = (bound: ReturnType<typeof boundOf>): bound is BoundName =>
  typeof bound === "string" && bound !== "fence";

/** The second column of the row that begins with a name in backquotes. */
function rowOf(name: string): string | undefined {
  const line = MODEL.split("\n").find((one) => one.startsWith(`| \`${name}\` |`));
  return line?.split("|")[2]?.trim();
}

it("each page's action is a table of forms, except the action of unknown addresses", () => {
  const others = routes.filter(([, { action }]) => action && !action.forms);
  expect(others.map(([route]) => route)).toEqual(["routes/$"]);
  expect(FORMS.length).toBeGreaterThan(40);
});

it("each form has a bound, and the threat model prints it", () => {
  const described = FORMS.map((one) => {
    const bound = boundOf(one);
    if (bound === "fence") return [one.name, "fence"];
    const limits = isMemberBound(bound)
      ? Object.values(BOUNDS[bound])
      : bound.map((of) => LIMITS[of]);
    return [one.name, describeLimits(limits)];
  });
  expect(FORMS.map(({ name }) => [name, rowOf(name)])).toEqual(described);
});

it("only forms that end or read the sender's own things have just the fence as their bound", () => {
  expect(FORMS.filter((one) => boundOf(one) === "fence").map(({ name }) => name)).toEqual([
    "POST routes/conversation.$conversationId unseal",
    "POST routes/logout",
    "POST routes/page-views",
    "POST routes/session ask",
    "POST routes/session token",
    "POST routes/unsubscribe.$token",
  ]);
});

/** Checks that a handler counts in both windows of a member's bound, and answers 429 past each. */
async function expectBound(
  handler: unknown,
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

it.each(FORMS.filter((one) => isMemberBound(boundOf(one))))(
  "$name counts in the bound of its API twin and gets 429 past it",
  async (one) => {
    const scene = await createScene();
    const bound = boundOf(one) as BoundName;
    const fields = await fieldsOf(one, scene);
    await expectBound(one.action, scene, pathOf(scene, one.name), bound, fields);
  },
);

it("a report that also blocks counts in the bound of blocks", async () => {
  const one = FORMS.find(({ name }) => name.endsWith(" report")) as PageForm;
  const scene = await createScene();
  const fields = { ...(await fieldsOf(one, scene)), also_block: "1" };
  await expectBound(one.action, scene, pathOf(scene, one.name), "blocks", fields);
});

it.each([
  ["exports", exportData, "/profile/export"],
  ["placeLookups", findCities, "/profile/cities?query=ber"],
] as const)(
  "the loader of a page counts in the bound %s of its API twin",
  async (bound, loader, path) => {
    await expectBound(loader, await createScene(), path, bound);
  },
);

it.each(FORMS.filter((one) => Array.isArray(boundOf(one))))(
  "$name gets 429 past the limits that its statement counts",
  async (one) => {
    await env.DB.prepare("delete from rate_windows").run();
    const scene = await createScene();
    expect(Object.keys(SAMPLES)).toContain(one.name);
    const path = pathOf(scene, one.name);
    const send = (fields: object) => ask(one.action, scene, path, fields);
    const [first, second] = [await fieldsOf(one, scene), await fieldsOf(one, scene)];
    expect((await send(first)).status).not.toBe(429);
    // The first request made its windows, which are now filled. Bounds of members have their own test.
    await env.DB.prepare(
      "update rate_windows set count = ? where key not like '%-day:%' and key not like '%-minute:%'",
    )
      .bind(MANY)
      .run();
    const limits = boundOf(one) as (keyof typeof LIMITS)[];
    let last = await send(second);
    // Messages are counted in the object of their conversation, which accepts 12 per second.
    for (let sent = 0; sent < 60 && last.status !== 429; sent++) last = await send(first);
    expect(last.status).toBe(429);
    expect(limits.map((limit) => LIMITS[limit].refusal)).toContain(refusalIn(last.words));
    expect(last.retryAfter).toBeGreaterThan(0);
  },
);

/** The limit's refusal that an answer contains. */
function refusalIn(words: string): string | undefined {
  return Object.values(LIMITS).find(({ refusal }) => words.includes(refusal))?.refusal;
}
