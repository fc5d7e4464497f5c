import { globSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Env } from "~/worker/env";
import { callObject, pauseWithJitter } from "~/worker/live/call-object";
import { createConversationStore } from "~/worker/live/conversation-store";
import { createRecordingLogger } from "../../support/recording-logger";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const RESTARTED = { retryable: true };
const OVERLOADED = { retryable: true, overloaded: true };
const FAULT_OF_ITS_OWN = { remote: true };

/** A namespace whose first `failures` calls throw an error with the properties `marks`. */
function createObjects(marks: object, failures = Number.POSITIVE_INFINITY) {
  const stubs: string[] = [];
  const calls: string[] = [];
  const getByName = (name: string) => {
    stubs.push(name);
    const work = (method: string) => async () => {
      if (calls.push(method) <= failures) throw Object.assign(new Error("broken"), marks);
      return method;
    };
    return {
      sendMessage: work("send"),
      list: work("list"),
      apply: work("apply"),
      find: work("find"),
    };
  };
  return { objects: { getByName }, stubs, calls };
}

/** Skips all pauses of `work`. @returns its result, or the error that it throws */
async function settle(work: Promise<unknown>): Promise<unknown> {
  const settled = work.catch((error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

describe("a failed call of an object", () => {
  it("a call that fails with a retryable error is repeated with a new stub", async () => {
    const { objects, stubs } = createObjects(RESTARTED, 2);
    expect(await settle(callObject(objects, "one", (object) => object.list()))).toBe("list");
    expect(stubs).toEqual(["one", "one", "one"]);
  });

  it("a call is made at most three times", async () => {
    const { objects, calls } = createObjects(RESTARTED);
    const outcome = await settle(callObject(objects, "one", (object) => object.list()));
    expect([outcome, calls.length]).toEqual([expect.objectContaining(RESTARTED), 3]);
  });

  it.each([
    ["its object is overloaded", OVERLOADED],
    ["its object threw by itself", FAULT_OF_ITS_OWN],
    ["its error has no marks", {}],
  ])("a call is made once when %s", async (_, marks) => {
    const { objects, calls } = createObjects(marks, 1);
    await settle(callObject(objects, "one", (object) => object.list()));
    expect(calls).toHaveLength(1);
  });

  it("a call with isRepeatable: false is made once", async () => {
    const { objects, calls } = createObjects(RESTARTED, 1);
    const options = { isRepeatable: false };
    await settle(callObject(objects, "one", (object) => object.list(), options));
    expect(calls).toHaveLength(1);
  });

  it("a call waits before each repetition, the second time twice as long", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { objects, calls } = createObjects(RESTARTED);
    const work = callObject(objects, "one", (object) => object.list()).catch(() => {});
    const callsAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return calls.length;
    };
    expect([await callsAfter(0), await callsAfter(49), await callsAfter(1)]).toEqual([1, 1, 2]);
    expect([await callsAfter(99), await callsAfter(1)]).toEqual([2, 3]);
    await work;
  });
});

describe("the conversations' store", () => {
  const createStore = (marks: object) => {
    const { objects, calls } = createObjects(marks, 1);
    const env = { CONVERSATIONS: objects } as unknown as Env;
    return { store: createConversationStore(env, createRecordingLogger().logger), calls };
  };
  const grant = { conversationId: "one" } as never;

  it("after a failed call, only a message with a client_id is sent again, because any other could be stored twice", async () => {
    const withKey = createStore(RESTARTED);
    await settle(withKey.store.sendMessage(grant, { content: "hello", client_id: "key" }));
    expect(withKey.calls).toHaveLength(2);
    const without = createStore(RESTARTED);
    await settle(without.store.sendMessage(grant, { content: "hello" }));
    expect(without.calls).toHaveLength(1);
  });

  it("the store calls an overloaded object once, and throws `unavailable`", async () => {
    const { store, calls } = createStore(OVERLOADED);
    const sent = store.sendMessage(grant, { content: "hello", client_id: "key" });
    expect([await settle(sent), calls.length]).toMatchObject([{ code: "unavailable" }, 1]);
  });
});

it("only call-object.ts gets stubs of Durable Objects", () => {
  const files = globSync("worker/**/*.ts").filter((file) => file !== "worker/live/call-object.ts");
  const calling = files.filter((file) => readFileSync(file, "utf8").includes("getByName("));
  expect([files.length > 50, calling]).toEqual([true, []]);
});

it("the pause before a retry is random, below a bound that doubles with each try up to a maximum", () => {
  const bounds = { firstMs: 100, longestMs: 500 };
  const random = vi.spyOn(Math, "random").mockReturnValue(1 - 2 ** -40);
  const longest = [1, 2, 3, 4, 50].map((tries) => pauseWithJitter(tries, bounds));
  expect(longest).toEqual([99, 199, 399, 499, 499]);
  random.mockReturnValueOnce(0).mockReturnValueOnce(0.25);
  expect([pauseWithJitter(3, bounds), pauseWithJitter(3, bounds)]).toEqual([0, 100]);
});
