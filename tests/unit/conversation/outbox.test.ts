import fc from "fast-check";
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
import { Thread } from "~/app/messaging/thread";
import type { MessageDto } from "~/core/shared/contract";
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
    "a stored %j is no entry",
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

  /** The kinds of the steps that follow these outcomes in turn. */
  const run = (outcomes: [Failure, boolean][]) => {
    let failures = 0;
    return outcomes.map(([outcome, wasServerThere], i) => {
      failures = countFailures(outcome, failures, wasServerThere);
      return decideNextStep(outcome, i + 1, failures).kind;
    });
  };
  /** As a call without an answer. */
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

  it("a 400 gives a message up, and a 403 or 404 also with isOver", () => {
    expect(decideNextStep(refused(400), 1, 0)).toEqual({ kind: "giveUp", isOver: false });
    expect(decideNextStep(refused(403), 1, 0)).toMatchObject({ isOver: true });
    expect(decideNextStep(refused(404), 1, 0)).toMatchObject({ isOver: true });
  });

  it("a 429 is retried after the seconds of its retry-after", () => {
    const failure: Failure = { ok: false, status: 429, message: "Slow", retryAfterSeconds: 7 };
    expect(decideNextStep(failure, 9, 0)).toEqual({ kind: "retry", delayMs: 7_000 });
  });

  it("a 401 leads to signing in, and gives no message up", () => {
    expect(decideNextStep(refused(401), 1, 0)).toEqual({ kind: "signIn" });
  });
});

/** A server as in docs/rules.md#messages: it stores a client_id once, and its timestamps increase strictly. */
class ModelServer {
  messages: MessageDto[] = [];

  post(sender_id: string, entry: Pick<OutboxEntry, "client_id" | "content">): MessageDto {
    const before = this.messages.find(
      (known) => known.sender_id === sender_id && known.client_id === entry.client_id,
    );
    if (before) return before;
    const at = this.messages.length + 1;
    const created_at = new Date(at).toISOString();
    const message: MessageDto = {
      message_id: `${String(at).padStart(12, "0")}-x`,
      content: entry.content,
      sender_id,
      sender_name: sender_id,
      sender_avatar: null,
      created_at,
      sent_at: created_at,
      is_read: false,
      client_id: entry.client_id,
    };
    this.messages.push(message);
    return message;
  }
}

type Act =
  | { do: "write"; tab: number; text: string }
  | { do: "attempt"; tab: number; reaches: boolean; answered: boolean }
  | { do: "deliver"; tab: number; pick: number }
  | { do: "fetch"; tab: number }
  | { do: "reload"; tab: number }
  | { do: "partner"; text: string };

const aTab = fc.integer({ min: 0, max: 1 });
const someWords = fc.constantFrom("hi", "yes", "well");
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("write" as const), tab: aTab, text: someWords }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("attempt" as const),
      tab: aTab,
      reaches: fc.boolean(),
      answered: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("deliver" as const), tab: aTab, pick: fc.nat(50) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("fetch" as const), tab: aTab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reload" as const), tab: aTab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("partner" as const), text: someWords }) },
);

describe("two tabs with one outbox on an unreliable network", () => {
  it("each written message is stored once, in the order of writing, and both tabs end with the same list", () => {
    fc.assert(
      fc.property(fc.array(anAct, { maxLength: 60 }), (acts) => {
        const server = new ModelServer();
        const store = new SimulatedStorage().ofTab({});
        const written: { client_id: string; content: string }[] = [];
        const open = () => new Thread({ id: "me", name: "Mina" });
        const tabs = [open(), open()];
        const entries = () => readOutbox(store, OWNER);

        const attempt = (tab: number, reaches: boolean, answered: boolean) => {
          const [entry] = entries();
          if (!entry || !reaches) return;
          const message = server.post("me", entry);
          // The answer is lost, or the page dies before it comes: the entry stays and is sent again.
          if (!answered) return;
          tabs[tab]?.merge([message], "call");
          store.remove(PREFIX + entry.client_id);
        };

        for (const act of acts) {
          if (act.do === "write") {
            const entry = entryOf(`c${written.length}`, written.length, act.text);
            written.push(entry);
            store.write(PREFIX + entry.client_id, JSON.stringify(entry));
          } else if (act.do === "attempt") {
            attempt(act.tab, act.reaches, act.answered);
          } else if (act.do === "deliver") {
            const message = server.messages[act.pick % Math.max(1, server.messages.length)];
            if (message) tabs[act.tab]?.merge([message], "socket");
          } else if (act.do === "fetch") {
            tabs[act.tab]?.merge(server.messages, "call");
          } else if (act.do === "reload") {
            tabs[act.tab] = open();
          } else {
            server.post("you", { client_id: `p${server.messages.length}`, content: act.text });
          }
          // After each act every written message is on the server or on the device.
          for (const { client_id } of written) {
            const all = open();
            all.merge(server.messages, "call");
            expect(all.hasArrived(client_id) || store.read(PREFIX + client_id)).toBeTruthy();
          }
          // No screen shows a message twice.
          for (const shown of tabs) {
            const keys = shown.list(entries()).map((item) => item.key);
            expect(new Set(keys).size).toBe(keys.length);
          }
        }

        while (entries().length > 0) attempt(0, true, true);
        const lists = tabs.map((thread) => {
          thread.merge(server.messages, "call");
          return thread.list(entries()).map((item) => item.message);
        });
        expect(lists[0]).toEqual(server.messages);
        expect(lists[1]).toEqual(server.messages);
        const own = server.messages.filter((message) => message.sender_id === "me");
        expect(own.map(({ client_id, content }) => ({ client_id, content }))).toEqual(
          written.map(({ client_id, content }) => ({ client_id, content })),
        );
      }),
      { numRuns: 300 },
    );
  });
});
