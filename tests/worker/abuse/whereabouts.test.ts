import { env } from "cloudflare:workers";
import { Random } from "@happenstance/matching";
import { getTableColumns } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import type { CurrentPairingDto, PastPairingDto, PublicProfileDto } from "~/core/shared/contract";
import { members } from "~/db/schema";
import { callApi, emptyDatabase, grantAdmin } from "../../support/api";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const DAY_MS = 86_400_000;
const NIGHTS = 12;
const ACCOUNTS = 6;
const CELL = { latitude: 52.5, longitude: 13.4 };

beforeEach(emptyDatabase);

const put = (member: SeededMember, path: string, body: object) =>
  callApi("PUT", `/api/users/${path}`, { token: member.token, body });

/** Stores an exact place by SQL. Rows that are older than the rounding of places have exact ones. */
const placeExactly = (id: string, latitude: number, longitude: number) =>
  env.DB.prepare("update members set latitude = ?, longitude = ? where id = ?")
    .bind(latitude, longitude, id)
    .run();

/**
 * An attack by accounts that are compatible only with the victim and have the smallest distance
 * limit. Each night they move around the victim.
 * @returns for each night, whether one of them met the victim
 */
async function probe(latitude: number, longitude: number): Promise<boolean[]> {
  await emptyDatabase();
  const victim = await seedMember({ gender: "Female", preferred_match_gender: "Male" });
  await placeExactly(victim.id, latitude, longitude);
  for (let i = 0; i < ACCOUNTS; i++) {
    await seedMember({ gender: "Male", preferred_match_gender: "Female", distance_preference: 5 });
  }
  // Each victim gets the same probes. An attacker who chose each probe by the answers so far could
  // not do better: victims who give the same answers would get the same probes.
  const random = new Random("probes");
  const answers: boolean[] = [];
  for (let night = 0; night < NIGHTS; night++) {
    const bearing = random.below(360) * (Math.PI / 180);
    const degrees = 0.1 + random.below(1_000) / 4_000;
    const width = Math.cos(CELL.latitude * (Math.PI / 180));
    await env.DB.prepare("update members set latitude = ?, longitude = ? where gender = 'Male'")
      .bind(
        CELL.latitude + degrees * Math.cos(bearing),
        CELL.longitude + (degrees * Math.sin(bearing)) / width,
      )
      .run();
    const at = Date.UTC(2027, 0, 1) + night * DAY_MS;
    const run = await runPairing(createTestDeps(), { at, trigger: "cron" });
    answers.push(run.outcome === "complete" && run.pairs === 1);
  }
  return answers;
}

it("in 12 nights, 6 accounts learn only which tenth of a degree a member is in", async () => {
  const middle = await probe(CELL.latitude, CELL.longitude);
  expect(await probe(CELL.latitude + 0.0499, CELL.longitude - 0.0499)).toEqual(middle);
  // The attack works: the victim is met in only some of the nights, and a victim in another cell is
  // met in other nights.
  expect(new Set(middle).size).toBe(2);
  expect(await probe(CELL.latitude + 0.2, CELL.longitude)).not.toEqual(middle);
}, 300_000);

it("no call stores or exports a place more exactly than to a tenth of a degree", async () => {
  const member = await seedMember();
  const exact = { latitude: 52.516274, longitude: 13.377704 };
  const own = await put(member, "profile", exact);
  expect(own.body).toMatchObject({ latitude: 52.5, longitude: 13.4 });
  const atSea = await put(member, "location", { latitude: -48.876667, longitude: -123.393333 });
  expect(atSea.body).toMatchObject({
    latitude: -48.9,
    longitude: -123.4,
    location: "Location at -48.9000, -123.4000",
  });
  const { token } = member;
  const asked = "/api/geo/place?latitude=-48.876667&longitude=-123.393333";
  const place = await callApi("GET", asked, { token });
  expect(place.body.location).toBe("Location at -48.9000, -123.4000");
  const stored = await env.DB.prepare("select * from members").all();
  const exported = await callApi("GET", "/api/users/export", { token });
  for (const text of [JSON.stringify(stored.results), JSON.stringify(exported.body)]) {
    expect(text).not.toMatch(/48\.87|123\.39|52\.51|13\.37/);
  }
});

describe("an earlier partner", () => {
  const past = async ({ token }: SeededMember) =>
    (await callApi<PastPairingDto[]>("GET", "/api/pairings/past", { token })).body;
  const profile = ({ token }: SeededMember, { id }: SeededMember) =>
    callApi<PublicProfileDto>("GET", `/api/users/${id}`, { token });

  async function changeEverything(member: SeededMember) {
    const { status } = await put(member, "profile", {
      name: "Another Name",
      dob: "1975-01-02",
      gender: "Non-Binary",
      bio: "another bio",
      location: "London, England, United Kingdom",
      latitude: 51.5,
      longitude: -0.1,
    });
    expect(status).toBe(200);
  }

  const settle = () =>
    seedMember({
      name: "First Name",
      dob: "1990-06-15",
      gender: "Female",
      bio: "first bio",
      location: "Paris, Île-de-France, France",
      latitude: 48.9,
      longitude: 2.4,
    });

  /** How long a partner sees a column of `members`. Columns that are not listed are never seen. */
  const SEEN: Record<string, "kept" | "while open"> = {
    id: "kept",
    name: "kept",
    avatar_url: "kept",
    gender: "kept",
    location: "kept",
    latitude: "kept",
    longitude: "kept",
    bio: "while open",
  };

  let enums = 0;
  /** Gives each column two values that no other column has. A boolean can't have unique values. */
  const COLUMNS = Object.values(getTableColumns(members))
    .filter(({ name }) => name !== "id")
    .map(({ name, dataType, enumValues }, i): [string, string | number, string | number] => {
      if (enumValues?.length) {
        const [one = "", other = ""] = enumValues.slice(2 * enums++);
        return [name, one, other];
      }
      if (dataType === "boolean") return [name, 0, 1];
      if (dataType === "number") return [name, 31.5 + i / 10, 61.5 + i / 10];
      if (name === "languages") return [name, '["old language"]', '["new language"]'];
      if (name === "dob") return [name, "1981-02-03", "1975-01-02"];
      return [name, `old ${name}`, `new ${name}`];
    });

  const columnsIn = (answers: unknown, values: 1 | 2) => {
    const text = JSON.stringify(answers);
    return COLUMNS.filter((column) => typeof column[values] === "string" || column[values] > 1)
      .filter(([name, ...either]) => {
        const value = either[values - 1];
        // Searches for a number with its key, because a time can contain the same digits.
        if (typeof value === "number") return text.includes(`":${value}`);
        return text.includes(name === "languages" ? String(value) : JSON.stringify(value));
      })
      .map(([name]) => name);
  };

  const look = async ({ token }: SeededMember, { id }: SeededMember, conversationId: string) => {
    const paths = [
      `/api/users/${id}`,
      "/api/users/export",
      "/api/pairings/current",
      "/api/pairings/past",
      `/api/pairings/conversation/${conversationId}/messages`,
      "/api/blocks",
      "/api/reports",
    ];
    return Promise.all(paths.map(async (path) => (await callApi("GET", path, { token })).body));
  };

  it("a partner sees only the columns of `SEEN`, each for the time that `SEEN` gives", async () => {
    const subject = await seedMember(Object.fromEntries(COLUMNS));
    const viewer = await seedMember();
    const id = await pairMembers(subject, viewer);
    const act = (method: string, path: string, { token }: SeededMember, body = {}) =>
      callApi(method, path, { token, body });
    const messages = `/api/pairings/conversation/${id}/messages`;
    await act("POST", messages, subject, { content: "hello" });
    const seen = (during: string) =>
      COLUMNS.map(([name]) => name).filter((name) => [during, "kept"].includes(SEEN[name] ?? ""));
    expect(columnsIn(await look(viewer, subject, id), 1)).toEqual(seen("while open"));

    const changes = COLUMNS.map(([name]) => `${name} = ?`).join(", ");
    await env.DB.batch([
      env.DB.prepare("update pairings set expires_at = ?").bind(Date.now() - 1),
      env.DB.prepare(`update members set ${changes} where id = ?`).bind(
        ...COLUMNS.map(([, , value]) => value),
        subject.id,
      ),
    ]);
    await act("POST", `/api/reports/${subject.id}`, viewer, { reason: "spam" });
    const after = await look(viewer, subject, id);
    expect([columnsIn(after, 1), columnsIn(after, 2)]).toEqual([seen("kept"), []]);
    await act("POST", `/api/blocks/${subject.id}`, viewer);
    const blocked = await look(viewer, subject, id);
    expect([columnsIn(blocked, 1), columnsIn(blocked, 2)]).toEqual([seen("kept"), []]);
  });

  it("an earlier partner's age stays as on the pairing date, so it reveals no birthday", async () => {
    const birthday = new Date().toISOString().slice(5, 10);
    const subject = await seedMember({ dob: `1990-${birthday}` });
    const viewer = await seedMember();
    await pairMembers(subject, viewer, -1);
    const [pairing] = await past(viewer);
    const own = await callApi("GET", "/api/users/me", { token: subject.token });
    // Yesterday's partner has a birthday today.
    expect(pairing?.partner_age).toBe(Number(own.body.age) - 1);
    expect((await profile(viewer, subject)).body.age).toBe(pairing?.partner_age);
    const year = new Date(Date.now() - DAY_MS).getUTCFullYear();
    expect(pairing?.partner_dob).toBe(`${year - Number(pairing?.partner_age)}-01-01`);
  });

  it("an earlier partner is shown as they were at the newest pairing, and a current partner as they are now", async () => {
    const [subject, viewer] = [await settle(), await seedMember()];
    await pairMembers(subject, viewer, -3);
    await changeEverything(subject);
    await pairMembers(viewer, subject, -1);
    await put(subject, "profile", { name: "Third Name" });
    expect((await past(viewer)).map(({ partner_name }) => partner_name)).toEqual([
      "Another Name",
      "First Name",
    ]);
    expect((await profile(viewer, subject)).body).toMatchObject({
      name: "Another Name",
      location: "London, England, United Kingdom",
      bio: null,
    });
    await pairMembers(subject, viewer);
    await put(subject, "profile", { name: "Fourth Name", bio: "fourth bio" });
    expect((await profile(viewer, subject)).body).toMatchObject({
      name: "Fourth Name",
      bio: "fourth bio",
    });
    const current = await callApi<CurrentPairingDto>("GET", "/api/pairings/current", {
      token: viewer.token,
    });
    expect(current.body.partner.name).toBe("Fourth Name");
  });

  it("a block between two earlier partners does not change the names that they see", async () => {
    const [subject, viewer] = [await settle(), await seedMember()];
    await pairMembers(subject, viewer, -1);
    await blockMember(subject, viewer);
    await changeEverything(subject);
    const { token } = viewer;
    expect((await profile(viewer, subject)).status).toBe(404);
    expect((await past(viewer))[0]).toMatchObject({
      partner_name: "First Name",
      partner_location: null,
      partner_latitude: null,
      partner_longitude: null,
    });
    expect((await past(viewer))[0]?.partner_age).toBeGreaterThan(30);
    const answer = await callApi("POST", `/api/blocks/${subject.id}`, { token });
    expect(answer.body.message).toBe("You have blocked First Name.");
    const list = await callApi<{ name: string }[]>("GET", "/api/blocks", { token });
    expect(list.body).toMatchObject([{ name: "First Name" }]);
    const { body } = await callApi("GET", "/api/users/export", { token });
    expect(JSON.stringify(body)).not.toContain("Another Name");
  });

  it("a block by someone who was never paired with the member reveals no name", async () => {
    const [subject, stranger] = [await settle(), await seedMember()];
    const { token } = stranger;
    const answer = await callApi("POST", `/api/blocks/${subject.id}`, { token });
    expect(answer).toMatchObject({ status: 201, body: { message: "You have blocked A member." } });
    const list = await callApi("GET", "/api/blocks", { token });
    expect(list.body).toMatchObject([{ name: "A member", avatar_url: null }]);
    const { body } = await callApi("GET", "/api/users/export", { token });
    expect(JSON.stringify(body)).not.toContain("First Name");
    expect(body.blocks).toMatchObject([{ name: "A member" }]);
  });

  it("a profile call finds the caller and the caller's partners, and other members only for an admin", async () => {
    const [subject, stranger] = [await settle(), await seedMember()];
    expect((await profile(stranger, subject)).body).toMatchObject({ code: "profile_not_found" });
    expect((await profile(subject, subject)).body).toMatchObject({ bio: "first bio" });
    await grantAdmin(stranger);
    await blockMember(subject, stranger);
    expect((await profile(stranger, subject)).body).toMatchObject({ bio: "first bio" });
  });
});
