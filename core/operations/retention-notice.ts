import { MS_PER_DAY } from "~/core/shared/constants";
import { RETENTION } from "./retention";

/** The GDPR's controller. */
export interface Controller {
  /** Null if the operator hasn't stated it. The pages then say that it is missing. */
  name: string | null;
  address: string[];
  privacyEmail: string;
  childSafetyEmail: string;
}

export interface RetentionLine {
  what: string;
  /** Days after the event in `after`; 0 if the data is deleted at that event. */
  days: number;
  after: string;
  why: string;
}

export function listRetention(): RetentionLine[] {
  return Object.values(RETENTION).flatMap(({ what, keepMs, after, why }) =>
    what === null ? [] : [{ what, days: keepMs / MS_PER_DAY, after, why }],
  );
}
