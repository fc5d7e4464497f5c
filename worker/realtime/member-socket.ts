import type { LiveViewer } from "./gate";
import { RateLimit } from "./rate-limit";
import type { Socket } from "./socket-io/socket";

/** What a live connection of a member carries. */
export interface MemberConnection {
  viewer: LiveViewer;
  /** When the services were last asked whether it may still hear what it hears, in milliseconds since 1970. */
  checkedAt: number;
  limit: RateLimit;
  /** Events over the limit so far; a client that never stops is cut off. */
  droppedEvents: number;
  /** Events are worked off in order: a join is done before the `typing` that follows it. */
  work: Promise<void>;
  pendingEvents: number;
}

export type MemberSocket = Socket<MemberConnection>;

/** Events of one connection: so many at once, so many a second in the long run. A person needs a few. */
const EVENT_BURST = 40;
const EVENTS_PER_SECOND = 10;

export function createMemberConnection(viewer: LiveViewer, now: number): MemberConnection {
  return {
    viewer,
    checkedAt: now,
    limit: new RateLimit(EVENT_BURST, EVENTS_PER_SECOND, now),
    droppedEvents: 0,
    work: Promise.resolve(),
    pendingEvents: 0,
  };
}

/** The object that a connection lives in, by its session id. */
export function homeOf({ connection }: Pick<MemberSocket, "connection">): string {
  const { sid } = connection.engine;
  return sid.slice(0, sid.indexOf("."));
}
