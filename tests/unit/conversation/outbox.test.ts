import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EMPTY_THREAD,
  hasArrived,
  listThread,
  mergeMessages,
  type Thread,
} from "~/app/messaging/merge";
import {
  compareEntries,
  countFailures,
  createEntry,
  decideNextStep,
  nextToSend,
  type OutboxEntry,
  parseEntry,
  type SendOutcome,
} from "~/app/messaging/outbox";
import type { MessageDto } from "~/core/shared/contract";

const draft = (client_id: string, content = client_id) => ({
  client_id,
  content,
  queued_at: "2025-03-01T10:00:00.000Z",
  origin: "tab",
});

describe("an outbox entry", () => {
  it("a new entry is sorted behind all others, whatever their order in storage", () => {
    const first = createEntry([], draft("z"));
    const second = createEntry([first], draft("a"));
    const third = createEntry([second, first], draft("m"));
    const sorted = [third, first, second].sort(compareEntries);
    expect(sorted.map((entry) => entry.client_id)).toEqual(["z", "a", "m"]);
  });

  it("an entry that is stored as JSON is parsed back unchanged", () => {
    const entry = createEntry([], draft("a", "Ünïcode\n✍️"));
    expect(parseEntry(JSON.stringify(entry))).toEqual(entry);
  });

  it.each(["", "null", "[]", "{}", '"text"', "{broken", '{"client_id":1}'])(
    "parseEntry returns null for %j",
    (text) => {
      expect(parseEntry(text)).toBeNull();
    },
  );

  it("entries are sent in order, and failed ones are skipped", () => {
    const a: OutboxEntry = { ...createEntry([], draft("a")), state: "failed" };
    const b = createEntry([a], draft("b"));
    const c = createEntry([a, b], draft("c"));
    expect(nextToSend([c, b, a])?.client_id).toBe("b");
    expect(nextToSend([a])).toBeNull();
    expect(nextToSend([])).toBeNull();
  });
});

describe("the step after an attempt", () => {
  const refused = (status: number, message: string | null = null, retryAfterSeconds = null) =>
    ({ kind: "refused", status, message, retryAfterSeconds }) as const;

  it("an unreachable server is retried without end, with at most four seconds between attempts", () => {
    for (const attempts of [1, 2, 3, 10, 5_000]) {
      for (const outcome of [{ kind: "unreachable" } as const, refused(503), refused(502)]) {
        const step = decideNextStep(outcome, attempts, 0);
        expect(step.kind).toBe("retry");
        expect(step.kind === "retry" && step.delayMs).toBeLessThanOrEqual(4_000);
      }
    }
  });

  /** The kinds of the steps that follow these outcomes in turn. */
  const run = (outcomes: [SendOutcome, boolean][]) => {
    let failures = 0;
    return outcomes.map(([outcome, wasServerThere], i) => {
      failures = countFailures(outcome, failures, wasServerThere);
      return decideNextStep(outcome, i + 1, failures).kind;
    });
  };
  const unreachable = { kind: "unreachable" } as const;

  it("a message is given up at the third consecutive failure of a reachable server", () => {
    for (const outcome of [unreachable, refused(503), refused(500)]) {
      const times = (count: number) =>
        Array.from({ length: count }, (): [SendOutcome, boolean] => [outcome, true]);
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
    const outage = Array.from({ length: 20 }, (): [SendOutcome, boolean] => [unreachable, false]);
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

  it("a 400 gives a message up with the server's reason, and a 403 or 404 also with isOver", () => {
    expect(decideNextStep(refused(400, "Too long"), 1, 0)).toEqual({
      kind: "giveUp",
      reason: "Too long",
      isOver: false,
    });
    expect(decideNextStep(refused(403, "Ended"), 1, 0)).toMatchObject({ isOver: true });
    expect(decideNextStep(refused(404), 1, 0)).toMatchObject({ isOver: true });
  });

  it("a 429 is retried after the seconds of its retry-after", () => {
    const outcome = {
      kind: "refused",
      status: 429,
      message: "Slow",
      retryAfterSeconds: 7,
    } as const;
    expect(decideNextStep(outcome, 9, 0)).toEqual({
      kind: "retry",
      delayMs: 7_000,
      reason: "Slow",
    });
  });

  it("a 401 leads to signing in, and gives no message up", () => {
    expect(decideNextStep(refused(401), 1, 0)).toEqual({ kind: "signIn" });
  });
});

/** A server as in docs/rules.md#messages: it stores a client_id once, and its timestamps increase strictly. */
class ModelServer {
  messages: MessageDto[] = [];

  post(sender_id: string, entry: OutboxEntry): MessageDto {
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
        const device = new Map<string, string>();
        const written: { client_id: string; content: string }[] = [];
        const tabs: Thread[] = [EMPTY_THREAD, EMPTY_THREAD];
        const me = { id: "me", name: "Mina" };
        const entries = () => [...device.values()].flatMap((text) => parseEntry(text) ?? []);

        const attempt = (tab: number, reaches: boolean, answered: boolean) => {
          const entry = nextToSend(entries());
          if (!entry || !reaches) return;
          const message = server.post("me", entry);
          // The answer is lost, or the page dies before it comes: the entry stays and is sent again.
          if (!answered) return;
          tabs[tab] = mergeMessages(tabs[tab] ?? EMPTY_THREAD, [message], "call");
          device.delete(entry.client_id);
        };

        for (const act of acts) {
          const thread = "tab" in act ? (tabs[act.tab] ?? EMPTY_THREAD) : EMPTY_THREAD;
          if (act.do === "write") {
            const entry = createEntry(entries(), draft(`c${written.length}`, act.text));
            written.push(entry);
            device.set(entry.client_id, JSON.stringify(entry));
          } else if (act.do === "attempt") {
            attempt(act.tab, act.reaches, act.answered);
          } else if (act.do === "deliver") {
            const message = server.messages[act.pick % Math.max(1, server.messages.length)];
            if (message) tabs[act.tab] = mergeMessages(thread, [message], "socket");
          } else if (act.do === "fetch") {
            tabs[act.tab] = mergeMessages(thread, server.messages, "call");
          } else if (act.do === "reload") {
            tabs[act.tab] = EMPTY_THREAD;
          } else {
            server.post("you", createEntry([], draft(`p${server.messages.length}`, act.text)));
          }
          // After each act every written message is on the server or on the device.
          for (const { client_id } of written) {
            const all = mergeMessages(EMPTY_THREAD, server.messages, "call");
            expect(hasArrived(all, client_id, "me") || device.has(client_id)).toBe(true);
          }
          // No screen shows a message twice.
          for (const shown of tabs) {
            const keys = listThread(shown, entries(), me).map((item) => item.key);
            expect(new Set(keys).size).toBe(keys.length);
          }
        }

        while (nextToSend(entries())) attempt(0, true, true);
        const lists = tabs.map((thread) => {
          const fetched = mergeMessages(thread, server.messages, "call");
          return listThread(fetched, entries(), me).map((item) => item.message);
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
