/**
 * Commands for admins and their passkeys, which only the operator can use:
 * - `npm run admin -- grant EMAIL` and `revoke EMAIL`: the only way to make a member an admin, or to end that;
 * - `require-passkey`: from now on an admin can't use the desk until they have confirmed with a passkey in their
 *   session. An admin without one adds it at the next sign-in. `allow-without-passkey` ends that;
 * - `forget-passkeys EMAIL`: removes the passkeys of a member who has lost them.
 *
 * A grant ends every session of the member. It is refused on a deployed database if the member's address is not
 * confirmed, because anyone may have registered it.
 *
 * The commands use the local database under STATE_DIR, through the server while it runs; with `--remote` (and
 * `--env production`) the deployed one. Pages follow a change immediately; the menu does when a page is next loaded.
 */
import { normalizeEmail } from "../core/shared/mailbox.ts";
import { judgeGrant } from "./lib/judge-grant.mjs";
import { readOperatorCommand } from "./lib/operator-database.mjs";
import { runMain } from "./lib/project.mjs";

const USAGE = `Usage: npm run admin -- grant|revoke|forget-passkeys EMAIL [--remote [--env NAME]]
       npm run admin -- require-passkey|allow-without-passkey [--remote [--env NAME]]`;

/** @typedef {{ audited: string, statements: string, done: string }} Command */

/** The commands about one member; `:email` stands for the address. @type {Record<string, Command>} */
const ABOUT_MEMBER = {
  grant: {
    audited: "grant_admin",
    statements: `update members set is_admin = 1 where email = :email;
      delete from sessions where member_id = (select id from members where email = :email)`,
    done: "is an admin now, and signs in again",
  },
  revoke: {
    audited: "revoke_admin",
    statements: "update members set is_admin = 0 where email = :email",
    done: "is no longer an admin",
  },
  "forget-passkeys": {
    audited: "forget_passkeys",
    statements: `delete from passkeys where member_id = (select id from members where email = :email);
      update sessions set passkey_confirmed_at = null
        where member_id = (select id from members where email = :email)`,
    done: "has no passkeys any more",
  },
};

/** @type {Record<string, Command>} */
const ABOUT_ALL = {
  "require-passkey": {
    audited: "require_passkey",
    statements: `insert into settings (name, value, updated_at) values ('require_passkey', '1', ${Date.now()})
      on conflict (name) do nothing`,
    done: "Admins need a passkey now.",
  },
  "allow-without-passkey": {
    audited: "allow_without_passkey",
    statements: "delete from settings where name = 'require_passkey'",
    done: "Admins may do without a passkey now.",
  },
};

/** A row of the desk's audit. It names no admin, because no one is signed in here. @param {string} action @param {string} [of] */
const audit = (action, of = "") =>
  `insert into audit_events (id, action, "rows", subject_id, created_at)
    select lower(hex(randomblob(16))), '${action}', 1, ${of ? `id, ${Date.now()} from members where email = ${of}` : `null, ${Date.now()}`}`;

/** Facts about a member that the operator sees before a grant. @param {string} of */
const selectAbout = (of) =>
  `select name, email_verified_at is not null as is_verified,
      'account of ' || date(created_at / 1000, 'unixepoch') || ', ' ||
      iif(email_verified_at is null, 'address not confirmed', 'address confirmed') || ', ' ||
      (select count(*) from passkeys k where k.member_id = members.id) || ' passkeys' as about
    from members where email = ${of}`;

await runMain(async () => {
  const { positionals, execute, isRemote } = readOperatorCommand();
  const [action = "", address = "", ...rest] = positionals;
  const aboutMember = Object.hasOwn(ABOUT_MEMBER, action) ? ABOUT_MEMBER[action] : undefined;
  const command = aboutMember ?? (Object.hasOwn(ABOUT_ALL, action) ? ABOUT_ALL[action] : undefined);
  if (!command || rest.length > 0 || Boolean(aboutMember) !== Boolean(address)) {
    throw new Error(USAGE);
  }
  const email = normalizeEmail(address);
  const quoted = `'${email.replaceAll("'", "''")}'`;
  const parts = aboutMember
    ? [
        audit(command.audited, quoted),
        command.statements.replaceAll(":email", () => quoted),
        `select name from members where email = ${quoted}`,
      ]
    : [audit(command.audited), command.statements];
  if (action === "grant") {
    const [member] = await execute(selectAbout(quoted));
    if (member) console.log(`${member.name}: ${member.about}`);
    const refusal = judgeGrant(member, { email, isRemote });
    if (refusal) throw new Error(refusal);
  }
  const rows = await execute(parts.join("; "));
  if (aboutMember && rows.length === 0) {
    throw new Error(`Nobody has the e-mail address ${email}.`);
  }
  console.log(aboutMember ? `${email} ${command.done}.` : command.done);
});
