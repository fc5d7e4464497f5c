import * as consents from "~/core/accounts/consents";
import * as email from "~/core/accounts/email";
import * as passkeys from "~/core/accounts/passkeys";
import * as recovery from "~/core/accounts/recovery";
import * as auth from "~/core/accounts/service";
import * as sessions from "~/core/accounts/session";
import { listAudit } from "~/core/moderation/audit";
import { readLocalOutbox } from "~/core/notices/local-outbox";
import { notify } from "~/core/notices/notify";
import * as availability from "~/core/notices/pause";
import * as notifications from "~/core/notices/service";
import { unsubscribe } from "~/core/notices/unsubscribe";
import * as admin from "~/core/operations/admin-lists";
import { watchNewAccounts } from "~/core/operations/new-accounts";
import * as jobs from "~/core/operations/parked";
import { listRetention } from "~/core/operations/retention-notice";
import { readTransparency } from "~/core/operations/transparency";
import * as addresses from "./conversation/addresses";
import * as answers from "./conversation/answers";
import * as conversations from "./conversation/service";
import type { Deps } from "./deps";
import * as actions from "./moderation/actions";
import * as members from "./moderation/members";
import * as report from "./moderation/report";
import * as reports from "./moderation/reports";
import * as moderation from "./moderation/service";
import { appeal, getStanding, readStatement } from "./moderation/standing";
import { readLastDraw } from "./pairing/last-draw";
import * as pairings from "./pairing/service";
import { explainToday } from "./pairing/why";
import * as profiles from "./profile/service";

type UseCase = (deps: Deps, ...rest: never[]) => unknown;

/**
 * The use cases of the product by area: functions whose first parameter is the dependencies. A module that exports only
 * use cases is spread whole, so that a new use case in it needs no entry here.
 */
const USE_CASES = {
  admin: { ...admin, listAudit, watchNewAccounts },
  auth: {
    ...auth,
    authenticate: sessions.authenticate,
    authenticateCall: sessions.authenticateCall,
    countUse: sessions.countUse,
    endOtherSessions: sessions.endOtherSessions,
    listSessions: sessions.listSessions,
    logout: sessions.logout,
  },
  availability,
  conversations: { ...conversations, ...addresses, ...answers },
  jobs,
  email: { ...email, readLocalOutbox, unsubscribe },
  legal: { ...consents, listRetention },
  moderation: {
    ...moderation,
    ...report,
    ...reports,
    ...actions,
    appeal,
    getStanding,
    readStatement,
    getMember: members.getMember,
    listMembers: members.listMembers,
    revealPosition: members.revealPosition,
  },
  notifications: { ...notifications, notify },
  pairings: { ...pairings, explainToday, readLastDraw },
  passkeys,
  profiles,
  recovery,
  transparency: { readTransparency },
} satisfies Record<string, Record<string, UseCase>>;

/** The one object that the API, the pages and the cron call: each use case with its dependencies in place. */
export type Services = {
  [Area in keyof typeof USE_CASES]: {
    [Name in keyof (typeof USE_CASES)[Area]]: Bound<(typeof USE_CASES)[Area][Name]>;
  };
};
type Bound<One> = One extends (deps: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** One per request: each use case with its dependencies in place. */
export function createServices(deps: Deps): Services {
  const bindAll = (useCases: Record<string, UseCase>) =>
    mapValues(
      useCases,
      (useCase) =>
        (...rest: never[]) =>
          useCase(deps, ...rest),
    );
  return mapValues<Record<string, UseCase>, object>(USE_CASES, bindAll) as Services;
}

const mapValues = <From, To>(
  from: Record<string, From>,
  change: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value)]));
