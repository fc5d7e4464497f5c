import { sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { type AuditEntry, insertListAudit } from "~/db/moderation/audit";
import { mayJudge } from "~/db/moderation/own-case";

const ACCOUNTS_MAX = 2_000;
/** Smaller groups of accounts show no pattern. */
const GROUP_MIN = 5;
const COMPLAINTS_MIN = 3;
const LIST_MAX = 10;

interface GroupRow {
  name: string;
  accounts: number;
}

interface ComplaintRow {
  id: string;
  name: string;
  blocks: number;
  reports: number;
}

interface SoughtRow {
  id: string;
  name: string;
  accounts: number;
  blocks: number;
}

/**
 * Finds patterns among the accounts that registered since an instant. `networks` are named by keyed digests, for IPv6
 * by the digest of the /48 prefix. `complaints` are new accounts that were blocked or reported several times. `sought`
 * are members who were paired with several new accounts and have blocked several members since that instant.
 */
export async function readNewAccounts(db: Database, since: number, audit: AuditEntry) {
  const fresh = sql`(select id, name, email from members where created_at > ${since}
    order by created_at desc limit ${ACCOUNTS_MAX})`;
  const complaints = sql`select id, name, blocks, reports from (select o.id, o.name,
        (select count(*) from blocks b where b.blocked_id = o.id) as blocks,
        (select count(*) from reports k where k.reported_id = o.id and ${mayJudge(audit)}) as reports
      from ${fresh} o)
    where blocks + reports >= ${COMPLAINTS_MIN} order by blocks + reports desc, id limit ${LIST_MAX}`;
  const met = (own: string, other: string) =>
    sql`select o.id as account_id, p.${sql.raw(other)} as met_id from ${fresh} o
      cross join published_pairings p on p.${sql.raw(own)} = o.id`;
  const sought = sql`select id, name, accounts, blocks from (select m.id, m.name, t.accounts,
        (select count(*) from blocks b where b.blocker_id = m.id and b.created_at > ${since}) as blocks
      from (select met_id, count(distinct account_id) as accounts
        from (${met("user1_id", "user2_id")} union all ${met("user2_id", "user1_id")})
        group by met_id having accounts >= ${COMPLAINTS_MIN}) t cross join members m on m.id = t.met_id)
    where blocks >= ${COMPLAINTS_MIN} order by blocks desc, accounts desc, id limit ${LIST_MAX}`;
  const found = await runBatch(db, {
    registered: sql<{ accounts: number }>`select count(*) as accounts from ${fresh}`,
    domains: sql<GroupRow>`select substr(email, instr(email, '@') + 1) as name, count(*) as accounts from ${fresh}
        group by 1 having accounts >= ${GROUP_MIN} order by accounts desc, name limit ${LIST_MAX}`,
    networks: sql<GroupRow>`select coalesce(w.site_digest, w.network_digest) as name, count(distinct o.id) as accounts
        from ${fresh} o cross join member_networks w on w.member_id = o.id
        group by 1 having accounts >= ${GROUP_MIN} order by accounts desc, name limit ${LIST_MAX}`,
    complaints: sql<ComplaintRow>`${complaints}`,
    sought: sql<SoughtRow>`${sought}`,
    audited: insertListAudit(
      audit,
      sql`select id as one_id, null as other_id, null as object_id from (${complaints})
        union all select id, null, null from (${sought})`,
    ),
  });
  return {
    registered: found.registered.rows[0]?.accounts ?? 0,
    domains: found.domains.rows,
    networks: found.networks.rows,
    complaints: found.complaints.rows,
    sought: found.sought.rows,
  };
}
