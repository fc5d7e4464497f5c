import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { keyedDigest } from "~/core/accounts/record-keys";
import { authenticate } from "~/core/accounts/session";
import { listAudit } from "~/core/moderation/audit";
import { getMember, revealPosition } from "~/core/moderation/members";
import { callApi, emptyDatabase, grantAdmin } from "../../support/api";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

let admin: SeededMember;
let other: SeededMember;

beforeEach(async () => {
  await emptyDatabase();
  admin = await seedMember({ name: "Curious Admin" });
  other = await seedMember({ name: "Other Admin" });
  for (const one of [admin, other]) await grantAdmin(one);
});

const get = ({ token }: SeededMember, path: string) => callApi("GET", `/api${path}`, { token });

/** Reads the audit as the other admin, oldest row first. */
async function readAudit() {
  const deps = createTestDeps();
  const rows = await listAudit(deps, await authenticate(deps, other.token), {});
  return rows.reverse().map(({ action, rows, subject }) => [action, rows, subject?.name ?? null]);
}

it("the audit has a row for each profile that an admin reads, but none for the admin's own partner", async () => {
  const [partner, past, stranger] = [
    await seedMember({ name: "Partner" }),
    await seedMember({ name: "Past Partner" }),
    await seedMember({ name: "Stranger" }),
  ];
  await pairMembers(admin, past, -1);
  await pairMembers(admin, partner);
  for (const { id } of [partner, past, stranger, admin]) {
    expect((await get(admin, `/users/${id}`)).status).toBe(200);
  }
  expect((await get(admin, "/users/nobody")).status).toBe(404);
  expect((await get(partner, `/users/${admin.id}`)).status).toBe(200);
  const looks = [
    ["view_profile", 1, "Past Partner"],
    ["view_profile", 1, "Stranger"],
  ];
  expect(await readAudit()).toEqual(looks);
  await blockMember(partner, admin);
  expect((await get(admin, `/users/${partner.id}`)).status).toBe(200);
  expect(await readAudit()).toEqual([...looks, ["view_profile", 1, "Partner"]]);
});

it("the audit names the members of a list of up to ten, and counts those of a longer one", async () => {
  const [ada, bo] = [await seedMember({ name: "Ada" }), await seedMember({ name: "Bo" })];
  await pairMembers(ada, bo);
  await callApi("POST", `/api/reports/${bo.id}`, { token: ada.token, body: { reason: "spam" } });
  await blockMember(ada, bo);
  const warn = { kind: "warn", reason: "spam", text: "You sold a course." };
  const path = `/api/admin/members/${bo.id}/actions`;
  expect((await callApi("POST", path, { token: other.token, body: warn })).status).toBe(201);
  await callApi("POST", "/api/account/appeal", { token: bo.token, body: { text: "I did not." } });
  await env.DB.prepare("delete from audit_events").run();

  const looks = async (path: string) => {
    await env.DB.prepare("delete from audit_events").run();
    expect((await get(admin, path)).status).toBe(200);
    return (await readAudit()).map((row) => row.join(" ")).sort();
  };
  expect(await looks(`/admin/members?query=${ada.email}`)).toEqual(["list_members 1 Ada"]);
  expect(await looks("/admin/members?query=nobody")).toEqual(["list_members 0 "]);
  expect(await looks("/admin/reports")).toEqual(["list_reports 1 Ada", "list_reports 1 Bo"]);
  expect(await looks("/admin/appeals")).toEqual(["list_appeals 1 Bo"]);
  expect(await looks("/blocks/admin/all")).toEqual(["list_blocks 1 Ada", "list_blocks 1 Bo"]);
  expect(await looks("/admin/pairings")).toEqual(["list_pairings 0 "]);
  await pairMembers(admin, other);
  expect(await looks("/admin/pairings")).toEqual([
    "list_pairings 1 Curious Admin",
    "list_pairings 1 Other Admin",
  ]);
  for (let i = 0; i < 6; i++) await seedMember();
  expect(await looks("/admin/members?limit=10")).toHaveLength(10);
  await seedMember();
  expect(await looks("/admin/members")).toEqual(["list_members 11 "]);
});

it("only an admin who confirmed the password within the last hour can see a position", async () => {
  const member = await seedMember({ latitude: 52.5, longitude: 13.4 });
  const deps = createTestDeps();
  const look = async () => {
    const viewer = await authenticate(deps, admin.token);
    return revealPosition(deps, viewer, { memberId: member.id });
  };
  const confirm = (at: number | null) =>
    env.DB.prepare("update sessions set reauthenticated_at = ? where member_id = ?")
      .bind(at, admin.id)
      .run();
  for (const at of [null, Date.now() - 61 * 60_000]) {
    await confirm(at);
    await expect(look()).rejects.toMatchObject({ code: "password_required" });
  }
  expect(await readAudit()).toEqual([]);
  await confirm(Date.now());
  expect(await look()).toEqual({ latitude: 52.5, longitude: 13.4 });
  expect((await readAudit()).map(([action]) => action)).toEqual(["view_position"]);
});

it("the audit distinguishes admins who have left by a digest of their address", async () => {
  const member = await seedMember();
  const third = await seedMember({ name: "Third Admin" });
  await grantAdmin(third);
  const path = `/api/admin/members/${member.id}/actions`;
  for (const [one, text] of [
    [admin, "First words."],
    [third, "Second words."],
  ] as const) {
    await get(one, `/users/${member.id}`);
    const warn = { kind: "warn", reason: "spam", text };
    expect((await callApi("POST", path, { token: one.token, body: warn })).status).toBe(201);
    const gone = await callApi("DELETE", "/api/users/account", { token: one.token });
    expect(gone.status).toBe(200);
  }
  const deps = createTestDeps();
  const viewer = await authenticate(deps, other.token);
  const [ofFirst, ofThird] = await Promise.all(
    [admin, third].map(async ({ email }) => {
      const { digest } = keyedDigest(deps.config, "email", email);
      return `Former admin ${digest.slice(0, 12)}`;
    }),
  );
  expect(ofFirst).not.toBe(ofThird);
  const rows = await listAudit(deps, viewer, {});
  expect(rows.map(({ action, adminName }) => `${action} ${adminName}`).sort()).toEqual(
    ["view_profile", "warn_member"].flatMap((action) =>
      [ofFirst, ofThird].map((name) => `${action} ${name}`).sort(),
    ),
  );
  const { actions } = await getMember(deps, viewer, { memberId: member.id });
  expect(actions.map(({ admin_name }) => admin_name)).toEqual([ofThird, ofFirst]);
});
