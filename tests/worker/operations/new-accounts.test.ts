import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { authenticate } from "~/core/accounts/session";
import { type NewAccountsDto, watchNewAccounts } from "~/core/operations/new-accounts";
import { emptyDatabase, grantAdmin, register, runCron } from "../../support/api";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const ACCOUNTS = 200;
/** One address can register this many accounts without a proof of work. */
const PER_NETWORK = 5;
const DAY = 86_400_000;

let admin: SeededMember;
let ada: SeededMember;
const accounts: { id: string }[] = [];

const look = async (member = admin): Promise<NewAccountsDto> => {
  const deps = createTestDeps();
  return watchNewAccounts(deps, await authenticate(deps, member.token));
};

/** Half of the accounts come from IPv4 addresses, the other half from /64s of one IPv6 /48. */
const addressOf = (i: number) => {
  const network = 1 + Math.floor(i / PER_NETWORK);
  return i < ACCOUNTS / 2 ? `203.0.113.${network}` : `2001:db8:7:${network}::1`;
};

const registerNth = async (i: number) => {
  const { status, body } = await register(
    { name: `Account ${i}`, email: `box-${i}@catch-all.example` },
    { "cf-connecting-ip": addressOf(i) },
  );
  expect([i, status]).toEqual([i, 201]);
  return body.user;
};

/** One person registers 200 accounts in a day, and there are twenty older members. */
beforeAll(async () => {
  await emptyDatabase();
  const old = Date.now() - 60 * DAY;
  admin = await seedMember({ name: "Admin", created_at: old });
  await grantAdmin(admin);
  ada = await seedMember({ name: "Ada Sought", created_at: old });
  const members = [ada];
  for (let i = 0; i < 19; i++) members.push(await seedMember({ created_at: old }));
  for (let i = 0; i < ACCOUNTS; i++) accounts.push(await registerNth(i));
  await runCron();
  for (const account of accounts.slice(0, 5)) await pairMembers({ ...account, token: "" }, ada);
  for (const account of accounts.slice(1, 5)) await blockMember(ada, account as SeededMember);
  for (const member of members.slice(1, 4)) await blockMember(member, accounts[9] as SeededMember);
});

it("the desk shows the domain and the networks of 200 accounts from one day, without addresses", async () => {
  const seen = await look();
  expect(seen.registered).toBe(ACCOUNTS);
  expect(seen.domains).toEqual([{ name: "catch-all.example", accounts: ACCOUNTS }]);
  expect(seen.networks.map(({ accounts }) => accounts)).toEqual([
    ACCOUNTS / 2,
    ...Array(9).fill(PER_NETWORK),
  ]);
  expect(seen.networks.every(({ name }) => /^[0-9a-f]{8}$/.test(name))).toBe(true);
  expect(JSON.stringify(seen)).not.toMatch(/203\.0\.113|2001:|box-/);
});

it("the desk shows a new account with many blocks, and a member who blocks many new accounts", async () => {
  const { complaints, sought } = await look();
  expect(complaints).toEqual([{ id: accounts[9]?.id, name: "Account 9", blocks: 3, reports: 0 }]);
  expect(sought).toMatchObject([{ id: ada.id, name: "Ada Sought", blocks: 4 }]);
  expect(sought[0]?.accounts).toBeGreaterThanOrEqual(5);
});

it("looking at the new accounts is audited for each member shown, and only admins can look", async () => {
  await env.DB.prepare("delete from audit_events").run();
  await look();
  const { results } = await env.DB.prepare(
    "select action, subject_id from audit_events order by subject_id",
  ).all();
  expect(results).toEqual(
    [ada.id, accounts[9]?.id]
      .sort()
      .map((subject_id) => ({ action: "list_new_accounts", subject_id })),
  );
  await expect(look(ada)).rejects.toMatchObject({ code: "forbidden" });
});

it("looking at the new accounts causes no action and no ban", async () => {
  const { results } = await env.DB.prepare(
    "select (select count(*) from member_actions) as actions, (select count(*) from kept_digests) as bans",
  ).all();
  expect(results).toEqual([{ actions: 0, bans: 0 }]);
});
