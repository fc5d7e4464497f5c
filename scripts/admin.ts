/**
 * Commands about admins and their passkeys, for the operator:
 * - `npm run admin -- grant EMAIL` makes a member an admin and ends every session of the member. No page can do that.
 * - `revoke EMAIL` takes this right away.
 * - `require-passkey`: from now on, admins can't use the desk until they have confirmed with a passkey in their
 * session. An admin without a passkey adds it at the next sign-in.
 * - `allow-without-passkey` ends this requirement.
 * - `forget-passkeys EMAIL` removes the passkeys of a member who has lost them.
 * The commands use the local database under STATE_DIR, through the server while it runs. With `--remote` (and `--env
 * production`) they use the deployed database.
 */
import { normalizeEmail } from "../core/shared/mailbox.ts";
import { readOperatorCommand } from "./lib/operator-database.ts";
import { runMain } from "./lib/project.mjs";
import { judgeGrant } from "./lib/statements.ts";

const USAGE = `Usage: npm run admin -- grant|revoke|forget-passkeys EMAIL [--remote [--env NAME]]
       npm run admin -- require-passkey|allow-without-passkey [--remote [--env NAME]]`;

/** `:email` stands for the address in the command, `:member` for the id of the member with this address. */
const ABOUT_MEMBER: Record<string, [statements: string, done: string]> = {
  grant: [
    "update members set is_admin = 1 where email = :email; delete from sessions where member_id = :member",
    "is an admin now, and signs in again",
  ],
  revoke: ["update members set is_admin = 0 where email = :email", "is no longer an admin"],
  "forget-passkeys": [
    `delete from passkeys where member_id = :member;
      update sessions set passkey_confirmed_at = null where member_id = :member`,
    "has no passkeys any more",
  ],
};
const ABOUT_ALL: Record<string, [statements: string, done: string]> = {
  "require-passkey": [
    `insert into settings (name, value, updated_at) values ('require_passkey', '1', ${Date.now()})
      on conflict (name) do nothing`,
    "Admins need a passkey now.",
  ],
  "allow-without-passkey": [
    "delete from settings where name = 'require_passkey'",
    "Admins may do without a passkey now.",
  ],
};
const AUDITED: Record<string, string> = { grant: "grant_admin", revoke: "revoke_admin" };

const MEMBER = `select name, email_verified_at is not null as is_verified,
    'account of ' || date(created_at / 1000, 'unixepoch') || ', ' ||
    iif(email_verified_at is null, 'address not confirmed', 'address confirmed') || ', ' ||
    (select count(*) from passkeys k where k.member_id = members.id) || ' passkeys' as about
  from members where email = :email`;

await runMain(async () => {
  const { positionals, execute, isRemote } = readOperatorCommand();
  const [action = "", address = "", ...rest] = positionals;
  const table = address ? ABOUT_MEMBER : ABOUT_ALL;
  const [statements, done] = Object.hasOwn(table, action) ? (table[action] ?? []) : [];
  if (!statements || rest.length > 0) throw new Error(USAGE);
  const email = normalizeEmail(address);
  const run = (sql: string) =>
    execute(
      sql
        .replaceAll(":member", "(select id from members where email = :email)")
        .replaceAll(":email", () => `'${email.replaceAll("'", "''")}'`),
    );
  if (action === "grant") {
    const [member] = await run(MEMBER);
    if (member) console.log(`${member.name}: ${member.about}`);
    const refusal = judgeGrant(member, { email, isRemote });
    if (refusal) throw new Error(refusal);
  }
  // The audit row names no admin, because nobody is signed in on the command line.
  const audited = AUDITED[action] ?? action.replaceAll("-", "_");
  const subject = address
    ? `id, ${Date.now()} from members where email = :email`
    : `null, ${Date.now()}`;
  const rows = await run(`insert into audit_events (id, action, "rows", subject_id, created_at)
    select lower(hex(randomblob(16))), '${audited}', 1, ${subject}; ${statements}; ${MEMBER}`);
  if (address && rows.length === 0) throw new Error(`Nobody has the e-mail address ${email}.`);
  console.log(address ? `${email} ${done}.` : done);
});
