export interface Faults {
  /** `down`: no call reaches the database. `deaf`: each call is carried out, but its answer is lost. */
  database?: "down" | "deaf";
  slowMs?: number;
  fetch?: boolean;
  send?: boolean;
  /** How far the server's clock is ahead, in milliseconds. */
  aheadMs?: number;
  /** How many alarms fail, from the next one on. */
  alarms?: number;
}

export interface FaultOrder {
  /** Replaces all faults of earlier orders. */
  faults?: Faults;
  sql?: string;
  /** The object with this name is ended, so that it loses its memory. */
  kill?: string;
  cron?: string;
  /** Further variables of the Worker while it handles `cron`. */
  vars?: Record<string, string>;
  /** Where the work of `cron` stops. A request names its stop in the header {@link STOP_HEADER} instead. */
  stop?: Stop;
  release?: boolean;
  /** The name of a conversation's object. The report then has the object's `standing`. */
  standing?: string;
}

/** Stops work before or after its `step`th call of the database or an object, until it is released. */
export interface Stop {
  step: number;
  moment: "before" | "after";
}

/** This header makes the work of a request stop. Its value is a {@link Stop} as JSON. */
export const STOP_HEADER = "x-stop";

export interface FaultReport {
  /** Whether work has stopped since the server's start or the last release. */
  isStopped: boolean;
  /**
   * The calls that the newest request or cron with a stop has made. A statement is listed by its beginning, and a
   * call of an object is listed as an empty text.
   */
  calls: string[];
  rows: Record<string, unknown>[];
  /**
   * The reason why the conversation is closed, "open" if it is not closed, or "nothing" if its object has no tables.
   */
  standing?: string;
}

export async function orderFaults(url: string, order: FaultOrder): Promise<FaultReport> {
  const response = await fetch(`${url}/fault-orders`, {
    method: "POST",
    body: JSON.stringify(order),
  });
  if (response.status !== 200) throw new Error(`the order was answered ${response.status}`);
  return (await response.json()) as FaultReport;
}
