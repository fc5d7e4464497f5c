/** What is broken in the server of `faulty-worker.ts`; nothing by default. */
export interface Faults {
  /** `down`: nothing reaches the database. `deaf`: it does all it is asked, and no answer comes back. */
  database?: "down" | "deaf";
  /** How long each call of the database is on its way, in milliseconds. */
  slowMs?: number;
  /** Whether every poll of a live connection meets an object that throws. */
  fetch?: boolean;
  /** Whether every message meets an object that throws. */
  send?: boolean;
  /** How far the server's clock is ahead, in milliseconds. */
  aheadMs?: number;
  /** How many alarms fail, from the next one on. */
  alarms?: number;
}

export interface FaultOrder {
  /** In place of all that was broken before. */
  faults?: Faults;
  /** Run against the real database. */
  sql?: string;
  /** The name of an object that shall lose its memory. */
  kill?: string;
  /** A cron that is run to its end. */
  cron?: string;
  /** Variables of the Worker for `cron`, besides its own. */
  vars?: Record<string, string>;
  /** Where the work of `cron` stops. A request names it in {@link STOP_HEADER}. */
  stop?: Stop;
  /** Lets the work that has stopped go on. */
  release?: boolean;
  /** The name of a conversation's object whose `standing` is asked for. */
  standing?: string;
}

/** A work that stops before its `step`th call of the database or an object, or when that call is done: for ever, or until it is released. */
export interface Stop {
  step: number;
  moment: "before" | "after";
}

/** With a {@link Stop} as JSON. */
export const STOP_HEADER = "x-stop";

export interface FaultReport {
  /** Whether a work has stopped since the server's start, or since the last was released. */
  isStopped: boolean;
  /** The beginnings of the statements of the work that was given a stop last, a call each; an object's call is empty. */
  calls: string[];
  /** What `sql` selects. */
  rows: Record<string, unknown>[];
  /** What the object has stored of why it is closed: "nothing" when it has no tables, "open" when it is not closed. */
  standing?: string;
}

/** Gives an order to the server of `faulty-worker.ts` at `url`. */
export async function orderFaults(url: string, order: FaultOrder): Promise<FaultReport> {
  const response = await fetch(`${url}/fault-orders`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  if (response.status !== 200) throw new Error(`the order was answered ${response.status}`);
  return (await response.json()) as FaultReport;
}
