/** A bad fact, as it was reported on one way of alerts. */
export interface AlertState {
  /** Milliseconds since 1970, like `toldAt`. */
  since: number;
  toldAt: number;
  /** Good looks in a row since the last bad one. */
  goodLooks: number;
}

export type AlertNews = "bad" | "still_bad" | "good";

/** Memory of the watch, outside the database. Every method throws when it can't be reached. */
export interface WatchMemory {
  /** Sums of the counts of the time before now. @param windows length of that time in milliseconds, by name */
  sum(windows: Record<string, number>): Promise<Record<string, number>>;
  /**
   * Begins a look. @returns the bad facts that each way has reported, by `way:fact`; null while another look is
   * running, because two simultaneous crons would otherwise report twice
   */
  begin(now: number): Promise<Record<string, AlertState> | null>;
  /** Ends a look: replaces the reported facts. */
  end(states: Record<string, AlertState>, now: number): Promise<void>;
  /**
   * The last completed look, and the facts that were bad then, by name with the instant since when; instants in
   * milliseconds since 1970.
   */
  look(): Promise<{ lookedAt: number | null; bad: Record<string, number> }>;
}

/** A message to the operator. */
export interface Alert {
  fact: string;
  state: AlertNews;
  /** One sentence, with the product's name. */
  text: string;
  /** The runbook's path in the project's documents. */
  runbook: string;
}

/** A way by which alerts reach an operator. */
export interface AlertWay {
  name: "webhook" | "mail";
  /** @throws when the alert was not accepted; the next look then sends it again */
  tell(alert: Alert): Promise<void>;
}
