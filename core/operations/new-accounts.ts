import { requireAdmin, type Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { auditOf } from "~/core/moderation/audit";
import { MS_PER_DAY } from "~/core/shared/constants";
import { readNewAccounts } from "~/db/operations/new-accounts";

const NEW_ACCOUNT_DAYS = 7;
/** Enough of the digest to distinguish two networks. */
const NETWORK_DIGITS = 8;

type Found = Awaited<ReturnType<typeof readNewAccounts>>;

/**
 * Figures that can suggest that one person has many accounts. Nothing acts on these figures, and they aren't part of
 * the API.
 */
export type NewAccountsDto = Found & { days: number };

export async function watchNewAccounts(deps: Deps, viewer: Viewer): Promise<NewAccountsDto> {
  requireAdmin(viewer);
  const audit = auditOf(deps, viewer, "list_new_accounts");
  const since = audit.now - NEW_ACCOUNT_DAYS * MS_PER_DAY;
  const found = await readNewAccounts(deps.db, since, audit);
  const networks = found.networks.map(({ name, accounts }) => ({
    name: name.slice(0, NETWORK_DIGITS),
    accounts,
  }));
  return { ...found, networks, days: NEW_ACCOUNT_DAYS };
}
