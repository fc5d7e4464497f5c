import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import type {
  CurrentPairingDto,
  ExportDto,
  LanguageDto,
  MemberDto,
  PastPairingDto,
  PublicProfileDto,
} from "~/core/shared/contract";
import { newId } from "~/core/shared/random";
import { callApi, createMember, emptyDatabase, grantAdmin, sendMessage } from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const put = ({ token }: { token: string }, languages: unknown) =>
  callApi<MemberDto>("PUT", "/api/users/profile", { token, body: { languages } });
const speaking = (...languages: string[]) => seedMember({ languages: JSON.stringify(languages) });

describe("the list of languages", () => {
  it("the list of languages is public, sorted by name, and has each code and name once", async () => {
    const { status, body } = await callApi<LanguageDto[]>("GET", "/api/languages");
    expect(status).toBe(200);
    const codes = body.map(({ code }) => code);
    expect(codes.filter((code) => !/^[a-z]{2,3}$/.test(code))).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(["ar", "de", "en", "es", "fr", "hi", "zh"]));
    expect(new Set(codes).size).toBe(codes.length);
    expect(Intl.getCanonicalLocales(codes)).toEqual(codes);
    const names = body.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(body.filter(({ code, name }) => name === code || name === "")).toEqual([]);
    expect([...names].sort(new Intl.Collator("en").compare)).toEqual(names);
    expect(body).toContainEqual({ code: "de", name: "Deutsch" });
    expect((await callApi("GET", "/api/languages")).body).toEqual(body);
  });
});

describe("a member's languages", () => {
  it("a member starts without languages, an edit keeps their order, and null removes them", async () => {
    const member = await createMember({ languages: ["de"] } as object);
    const me = async () =>
      (await callApi<MemberDto>("GET", "/api/users/me", { token: member.token })).body;
    expect((await me()).languages).toEqual([]);
    const five = ["yue", "en", "de", "fil", "ar"];
    expect(await put(member, five)).toMatchObject({ status: 200, body: { languages: five } });
    await callApi("PUT", "/api/users/profile", { token: member.token, body: { bio: "words" } });
    expect(await me()).toMatchObject({ languages: five, bio: "words" });
    const { token } = member;
    const exported = await callApi<ExportDto>("GET", "/api/users/export", { token });
    expect(exported.body.profile.languages).toEqual(five);
    expect(await put(member, null)).toMatchObject({ status: 200, body: { languages: [] } });
    expect((await me()).languages).toEqual([]);
  });

  it.each([
    ["a code of no list", ["xx"]],
    ["capitals", ["EN"]],
    ["a region", ["en-GB"]],
    ["an alias of a listed code", ["iw"]],
    ["a code with an invisible character", ["en\u200b"]],
    ["a code twice", ["en", "de", "en"]],
    ["a sixth", ["en", "de", "fr", "es", "it", "pt"]],
    ["a null among them", ["en", null]],
    ["a list in the list", [["en"]]],
    ["a text", "en"],
    ["an object", { 0: "en", length: 1 }],
    ["a number", 5],
    ["a list as long as a body may be", Array(5_000).fill("en")],
  ])("an edit of languages is refused with one error for %s", async (_name, languages) => {
    const member = await speaking("fr");
    const { status, body } = await put(member, languages);
    expect([status, body]).toMatchObject([400, { errors: [{ path: "languages" }] }]);
    expect((body as unknown as { errors: unknown[] }).errors).toHaveLength(1);
    const me = await callApi<MemberDto>("GET", "/api/users/me", { token: member.token });
    expect(me.body.languages).toEqual(["fr"]);
  });
});

describe("the shared languages of two partners", () => {
  beforeEach(emptyDatabase);

  const ask = async <Body>({ token }: { token: string }, path: string) =>
    (await callApi<Body>("GET", path, { token })).body;
  const current = (member: SeededMember) => ask<CurrentPairingDto>(member, "/api/pairings/current");
  const past = (member: SeededMember) => ask<PastPairingDto[]>(member, "/api/pairings/past");
  const profile = (member: SeededMember, { id }: SeededMember) =>
    ask<PublicProfileDto>(member, `/api/users/${id}`);
  const endAll = () =>
    env.DB.prepare("update pairings set expires_at = ?")
      .bind(Date.now() - 1)
      .run();

  it("every call lists the shared languages in the order of the member who asks", async () => {
    const one = await speaking("de", "en", "fr");
    const other = await speaking("fr", "it", "de");
    expect(await runPairing(createTestDeps(), { at: Date.now(), trigger: "cron" })).toMatchObject({
      pairs: 1,
    });
    expect((await current(one)).partner.shared_languages).toEqual(["de", "fr"]);
    expect((await current(other)).partner.shared_languages).toEqual(["fr", "de"]);
    expect((await profile(one, other)).shared_languages).toEqual(["de", "fr"]);
    expect((await profile(other, one)).shared_languages).toEqual(["fr", "de"]);
    expect((await profile(one, one)).shared_languages).toEqual(["de", "en", "fr"]);
    await endAll();
    expect(await past(one)).toMatchObject([{ shared_languages: ["de", "fr"] }]);
    expect(await past(other)).toMatchObject([{ shared_languages: ["fr", "de"] }]);
    expect((await profile(other, one)).shared_languages).toEqual(["fr", "de"]);
  });

  it("the shared languages stay as they were at the pairing, until the two are paired again", async () => {
    const one = await speaking("de", "en");
    const other = await speaking("en");
    await pairMembers(one, other);
    // Changing one's own languages again and again must not reveal the partner's.
    await put(other, ["it", "en"]);
    for (const languages of [["it"], ["fr"], ["en", "de", "it"], []]) {
      await put(one, languages);
      expect((await current(one)).partner.shared_languages).toEqual(["en"]);
      expect((await profile(one, other)).shared_languages).toEqual(["en"]);
    }
    await put(one, ["it", "en"]);
    await endAll();
    expect(await past(one)).toMatchObject([{ shared_languages: ["en"] }]);
    await pairMembers(one, other);
    expect((await current(one)).partner.shared_languages).toEqual(["it", "en"]);
    expect(await past(one)).toMatchObject([{ shared_languages: ["en"] }]);
    await put(other, null);
    await endAll();
    expect((await profile(one, other)).shared_languages).toEqual(["it", "en"]);
  });

  it("an admin sees shared languages only of their own partner, like any member", async () => {
    const one = await speaking("de");
    const other = await speaking("de", "en");
    await grantAdmin(one);
    expect((await profile(one, other)).shared_languages).toEqual([]);
    await pairMembers(one, other, -1);
    expect((await profile(one, other)).shared_languages).toEqual(["de"]);
  });

  it("a pairing that was stored before languages existed has no shared languages", async () => {
    const one = await speaking("de");
    const other = await speaking("de");
    await pairMembers(one, other);
    await env.DB.prepare(
      "update pairings set user1_card = json_remove(user1_card, '$.shared_languages'), user2_card = json_remove(user2_card, '$.shared_languages')",
    ).run();
    expect((await current(one)).partner).toMatchObject({ name: other.name, shared_languages: [] });
    await endAll();
    expect(await past(one)).toMatchObject([{ partner_name: other.name, shared_languages: [] }]);
  });

  it("a member's answers do not depend on which other languages the partner speaks", async () => {
    /** Leaves out ids and times, because they differ between two pairings. */
    async function answers(languages: string[]) {
      await emptyDatabase();
      const one = await seedMember({ id: "one", languages: '["de","en"]', name: "One" });
      const other = await seedMember({
        id: "other",
        name: "Other",
        languages: JSON.stringify(languages),
      });
      const id = await pairMembers(one, other, 0, newId());
      const { token } = one;
      await sendMessage(other, id, "hello");
      const found: unknown[][] = [];
      const look = async () => {
        for (const path of [
          "/api/pairings/current",
          "/api/pairings/past",
          "/api/users/other",
          "/api/users/me",
          "/api/users/export",
          `/api/pairings/conversation/${id}/messages`,
          `/api/pairings/conversation/${id}/address`,
          "/api/pairings/today/why",
          "/api/blocks",
          "/api/reports",
        ]) {
          const { status, body } = await callApi("GET", path, { token });
          const text = JSON.stringify(body).replaceAll(id, "conversation");
          const timeless = text.replace(/"[^"]*\d{4}-\d\d-\d\d[^"]*"/g, '"time"');
          const answer = timeless.replace(/"(message|block|report)_id":"[^"]*"/g, "");
          found.push([path.replace(id, "conversation"), status, answer]);
        }
      };
      await look();
      await endAll();
      await look();
      await callApi("POST", "/api/reports/other", { token, body: { reason: "spam" } });
      await callApi("POST", "/api/blocks/other", { token });
      await look();
      await callApi("DELETE", "/api/users/account", { token });
      return found;
    }
    const plain = await answers(["en"]);
    expect(plain.flat().join()).toContain('"shared_languages":["en"]');
    expect(await answers(["yue", "fr", "en", "ar", "zu"])).toEqual(plain);
    expect(await answers(["de", "en"])).not.toEqual(plain);
  });
});
