import { watchNewAccounts } from "./admin/new-accounts";
import * as admin from "./admin/service";
import { listAudit } from "./audit/audit";
import * as passkeys from "./auth/passkeys";
import * as auth from "./auth/service";
import * as sessions from "./auth/session";
import * as availability from "./availability/service";
import * as addresses from "./conversation/addresses";
import * as answers from "./conversation/answers";
import * as conversations from "./conversation/service";
import type { Deps } from "./deps";
import * as email from "./email/service";
import * as jobs from "./jobs/parked";
import * as consents from "./legal/consents";
import { listRetention } from "./legal/notice";
import { readLocalOutbox } from "./mail/local-outbox";
import { unsubscribe } from "./mail/unsubscribe";
import * as actions from "./moderation/actions";
import * as members from "./moderation/members";
import * as report from "./moderation/report";
import * as reports from "./moderation/reports";
import * as moderation from "./moderation/service";
import { appeal, getStanding, readStatement } from "./moderation/standing";
import { notify } from "./notifications/notify";
import * as notifications from "./notifications/service";
import { readLastDraw } from "./pairing/last-draw";
import * as pairings from "./pairing/service";
import { explainToday } from "./pairing/why";
import * as profiles from "./profile/service";
import * as recovery from "./recovery/service";
import { readTransparency } from "./transparency/service";

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
