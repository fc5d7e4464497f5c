import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { type MemberRow, memberColumns } from "./member-row";
import * as rates from "./rate-window";

/** A member as a sign-in needs it: with the hash of the password. */
export interface CredentialsRow extends MemberRow {
  password_hash: string;
}

/** The windows of failed sign-ins. */
export interface FailureWindows extends rates.RateWindows {
  /** The window that a success empties. */
  reset: rates.RateWindow;
}

export const resetFailures = ({ reset }: FailureWindows, condition: SQL) =>
  sql`delete from rate_windows where key = ${reset.key} and ${condition}`;

/** Whether a member has signed in from a network before. */
export const isKnownNetwork = (email: string, networkDigest: string) =>
  sql`exists(select 1 from members k join member_networks n on n.member_id = k.id
      where k.email = ${email} and n.network_digest = ${networkDigest})`;

/** The member of an e-mail, and the windows of its failures. */
export async function findCredentials(
  db: Database,
  email: string,
  windows: rates.RateWindows,
): Promise<{ row: CredentialsRow | undefined; states: rates.WindowStates }> {
  const { member, states } = await runBatch(db, {
    member: sql<CredentialsRow>`select ${memberColumns}, m.password_hash from members m
        where m.email = ${email}`,
    states: rates.selectWindows(windows),
  });
  return { row: member.rows[0], states: rates.toStates(windows, states) };
}
