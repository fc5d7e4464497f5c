import { describe, expect, it } from "vitest";
import type { Failure } from "~/app/messaging/api";
import {
  countFailures,
  decideNextStep,
  Outbox,
  type OutboxEntry,
  readOutbox,
} from "~/app/messaging/outbox";
import { prefixOf } from "~/app/messaging/storage";
import { SimulatedStorage, simulateBrowser } from "~/tests/support/simulated-browser";

const OWNER = { memberId: "me", conversationId: "conversation" };
const PREFIX = prefixOf(OWNER);

const entryOf = (client_id: string, position: number, content = client_id): OutboxEntry => ({
  client_id,
  content,
  queued_at: "2025-03-01T10:00:00.000Z",
  position,
  state: "pending",
  reason: null,
});

describe("an outbox entry", () => {
  it("entries are read in the order of writing, unchanged, whatever their order in storage", () => {
    const { environment } = simulateBrowser(() => new Promise(() => {}));
    const outbox = new Outbox(environment, OWNER);
    outbox.add("Ünïcode\n✍️", "z");
    outbox.add("second", "a");
    outbox.add("third", "m");
    expect(outbox.read().map(({ content }) => content)).toEqual(["Ünïcode\n✍️", "second", "third"]);
  });

  it.each(["", "null", "[]", "{}", '"text"', "{broken", '{"client_id":1}'])(
    "a stored %j is not an entry",
    (text) => {
      const store = new SimulatedStorage().ofTab({});
      store.write(`${PREFIX}key`, text);
      expect(readOutbox(store, OWNER)).toEqual([]);
    },
  );

  it("entries are sent in order, and failed ones are skipped", () => {
    const posted: string[] = [];
    const { environment } = simulateBrowser((_path, { body }) => {
      posted.push(JSON.parse(String(body)).client_id);
      return new Promise(() => {});
    });
    const { store } = environment;
    for (const entry of [
      entryOf("c", 3),
      entryOf("b", 2),
      { ...entryOf("a", 1), state: "failed" },
    ]) {
      store.write(PREFIX + entry.client_id, JSON.stringify(entry));
    }
    new Outbox(environment, OWNER).send();
    return expect.poll(() => posted).toEqual(["b"]);
  });
});

describe("the step after an attempt", () => {
  const refused = (status: number): Failure => ({
    ok: false,
    status,
    message: null,
    retryAfterSeconds: null,
  });

  it("an unreachable server is retried without end, with at most four seconds between attempts", () => {
    for (const attempts of [1, 2, 3, 10, 5_000]) {
      for (const outcome of [refused(504), refused(503), refused(502)]) {
        const step = decideNextStep(outcome, attempts, 0);
        expect(step.kind).toBe("retry");
        expect(step.kind === "retry" && step.delayMs).toBeLessThanOrEqual(4_000);
      }
    }
  });

  /** The kind of the step that follows each of these outcomes. */
  const run = (outcomes: [Failure, boolean][]) => {
    let failures = 0;
    return outcomes.map(([outcome, wasServerThere], i) => {
      failures = countFailures(outcome, failures, wasServerThere);
      return decideNextStep(outcome, i + 1, failures).kind;
    });
  };
  /** A call that gets no answer has the status 504 too. */
  const unreachable = refused(504);

  it("a message is given up at the third consecutive failure of a reachable server", () => {
    for (const outcome of [unreachable, refused(503), refused(500)]) {
      const times = (count: number) =>
        Array.from({ length: count }, (): [Failure, boolean] => [outcome, true]);
      expect(run(times(3))).toEqual(["retry", "retry", "giveUp"]);
    }
    // A 500 shows that the server is reachable, even without a live connection.
    expect(
      run([
        [refused(500), false],
        [refused(500), false],
        [refused(500), false],
      ]).at(-1),
    ).toBe("giveUp");
  });

  it("neither an outage nor a 429 counts as a failure of a reachable server", () => {
    const outage = Array.from({ length: 20 }, (): [Failure, boolean] => [unreachable, false]);
    const after = run([...outage, [unreachable, true], [refused(500), true], [refused(503), true]]);
    expect(after.slice(-3)).toEqual(["retry", "retry", "giveUp"]);
    const limited = run([
      [refused(500), true],
      [refused(500), true],
      [refused(429), true],
      [refused(500), true],
    ]);
    expect(limited).toEqual(["retry", "retry", "retry", "retry"]);
  });

  it("a message is given up after a 400, and after a 403 or 404 with isOver", () => {
    expect(decideNextStep(refused(400), 1, 0)).toEqual({ kind: "giveUp", isOver: false });
    expect(decideNextStep(refused(403), 1, 0)).toMatchObject({ isOver: true });
    expect(decideNextStep(refused(404), 1, 0)).toMatchObject({ isOver: true });
  });

  it("a 429 is retried after the seconds of its retry-after", () => {
    const failure: Failure = { ok: false, status: 429, message: "Slow", retryAfterSeconds: 7 };
    expect(decideNextStep(failure, 9, 0)).toEqual({ kind: "retry", delayMs: 7_000 });
  });

  it("a 401 leads to signing in, and no message is given up", () => {
    expect(decideNextStep(refused(401), 1, 0)).toEqual({ kind: "signIn" });
  });
});
