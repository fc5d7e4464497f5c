import { type SQL, sql } from "drizzle-orm";
import { type Database, runBatch } from "~/db/client";
import { type MemberRow, memberColumns } from "./member-row";
import * as rates from "./rate-window";

/** While one of `windows` is full, no password is verified. */
export interface FailureWindows extends rates.RateWindows {
  reset: rates.RateWindow;
  /**
   * Counts the failures for an e-mail from all networks. While this window is full, a wrong password takes the same
   * work and gets the same answer in every network. Otherwise the answer would reveal in which networks the member has
   * signed in.
   */
  ofEmail: rates.RateWindow;
  /**
   * Condition: the member has signed in from this network, so the right password is accepted even while `ofEmail` is
   * full.
   */
  isKnownNetwork: SQL;
}

export const windowsOfFailure = ({ windows, ofEmail, now }: FailureWindows): rates.RateWindows => ({
  windows: [...windows, ofEmail],
  now,
});

export const acceptsPassword = (failures: FailureWindows) =>
  sql`(${rates.hasRoom(failures)} and (${failures.isKnownNetwork}
    or ${rates.hasRoom({ windows: [failures.ofEmail], now: failures.now })}))`;

export const countFailure = (failures: FailureWindows, condition: SQL) =>
  rates.countEvent(windowsOfFailure(failures), sql`${rates.hasRoom(failures)} and ${condition}`);

export const resetFailures = ({ reset }: FailureWindows, condition: SQL) =>
  sql`delete from rate_windows where key = ${reset.key} and ${condition}`;

export const isKnownNetwork = (email: string, networkDigest: string) =>
  sql`exists(select 1 from members k join member_networks n on n.member_id = k.id
      where k.email = ${email} and n.network_digest = ${networkDigest})`;

export async function storeFailure(
  db: Database,
  failures: FailureWindows,
): Promise<rates.WindowStates> {
  const all = windowsOfFailure(failures);
  const { states } = await runBatch(db, {
    states: rates.selectWindows(all),
    counted: countFailure(failures, sql`1`),
  });
  return rates.toStates(all, states);
}

export async function findCredentials(
  db: Database,
  email: string,
  { failures, successes }: { failures: FailureWindows; successes: rates.RateWindows },
) {
  const { now } = failures;
  const all = { windows: [...windowsOfFailure(failures).windows, ...successes.windows], now };
  const { member, states } = await runBatch(db, {
    member: sql<
      MemberRow & { password_hash: string }
    >`select ${memberColumns}, m.password_hash from members m where m.email = ${email}`,
    states: rates.selectWindows(all),
  });
  const windows = [...failures.windows, ...successes.windows];
  return {
    row: member.rows[0],
    states: rates.toStates({ windows, now }, states),
    ofEmail: rates.toStates({ windows: [failures.ofEmail], now }, states),
  };
}
