/** A fact that is bad, as one way of alerts knows it. */
export interface AlertState {
  /** Milliseconds since 1970, as `toldAt`. */
  since: number;
  toldAt: number;
  /** Good looks in a row since the last bad one. */
  goodLooks: number;
}

export type AlertNews = "bad" | "still_bad" | "good";

/** Memory of the watch, outside the database. Every method throws when it can't be reached. */
export interface WatchMemory {
  /** Sums of counts within a time before now. @param windows milliseconds by name */
  sum(windows: Record<string, number>): Promise<Record<string, number>>;
  /**
   * Begins a look: the bad facts that each way has reported, by `way:fact`. Null while another look is under way, which two simultaneous crons would report twice.
   */
  begin(now: number): Promise<Record<string, AlertState> | null>;
  /** Ends a look: replaces the reported facts. */
  end(states: Record<string, AlertState>, now: number): Promise<void>;
  /** The last look that was ended, and the facts that were bad then, by name since when; instants in milliseconds since 1970. */
  look(): Promise<{ lookedAt: number | null; bad: Record<string, number> }>;
}

/** A message to the operator. */
export interface Alert {
  fact: string;
  state: AlertNews;
  /** One sentence, with the product's name. */
  text: string;
  /** The runbook's place in the project's documents. */
  runbook: string;
}

/** A way on which alerts reach an operator. */
export interface AlertWay {
  name: "webhook" | "mail";
  /** @throws when it was not taken: the next look sends it again */
  tell(alert: Alert): Promise<void>;
}
