import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetPassword } from "~/core/accounts/service";
import { authenticate, logout } from "~/core/accounts/session";
import type { ConversationChannel } from "~/core/conversation/objects";
import { keepEndOfSessions, runDueJobs } from "~/core/operations/jobs";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import type { Env } from "~/worker/env";
import { createConversationChannel } from "~/worker/live/channel";
import { createMember } from "../../support/api";
import { countJobs } from "../../support/jobs";
import { createRecordingLogger } from "../../support/recording-logger";
import { createTestDeps } from "../pairing/support";
import { bindings, createPair, TestClient } from "./support";

const PASSWORD = "a-password-of-the-tests";

function createSlowDeps() {
  const asked = Promise.withResolvers<string[]>();
  const ended = Promise.withResolvers<void>();
  const deps = createTestDeps();
  const endSessions = (sessionIds: string[]) => {
    asked.resolve(sessionIds);
    return ended.promise;
  };
  return { deps: { ...deps, channel: { ...deps.channel, endSessions } }, asked, ended };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe("an answer that waits for the end of live connections", () => {
  it("a sign-out is answered only after the live connections have ended", async () => {
    const { deps, asked, ended } = createSlowDeps();
    const viewer = await authenticate(deps, (await createMember()).token);
    const answer = logout(deps, viewer);
    expect(await asked.promise).toEqual([viewer.sessionId]);
    expect(await isSettled(answer)).toBe(false);
    ended.resolve();
    expect(await answer).toEqual({ message: "You have been signed out" });
  });

  it("a change of the password is answered only after the live connections have ended", async () => {
    const { deps, asked, ended } = createSlowDeps();
    const viewer = await authenticate(deps, (await createMember({ password: PASSWORD })).token);
    const input = { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` };
    const answer = resetPassword(deps, viewer, "127.0.0.1", input);
    await asked.promise;
    expect(await isSettled(answer)).toBe(false);
    ended.resolve();
    expect(await answer).toMatchObject({ message: "Password updated successfully" });
  });
});

/** @returns the channel, the calls to the object `failing`, and the changes left to the cron */
function createChannel(failing: string, answer: (call: number) => Promise<void>) {
  const calls: string[] = [];
  const kept: unknown[] = [];
  const getByName = (name: string) => {
    const work = (method: string) => () => {
      if (name !== failing) return Promise.resolve();
      return answer(calls.push(method));
    };
    return { end: work("end"), apply: work("apply"), endMember: work("endMember") };
  };
  const objects = { getByName } as unknown as Env["CONVERSATIONS"];
  const channel = createConversationChannel(
    { CONVERSATIONS: objects, LIVE: objects as unknown as Env["LIVE"] },
    createRecordingLogger().logger,
    async (...change) => void kept.push(change),
  );
  return { channel, calls, kept };
}

const CONVERSATION = "aconversation";

/** The platform throws this error for a call that a restart interrupts. */
const restarted = () => Object.assign(new Error("the object is away"), { retryable: true });

describe("an object that can't be reached", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const TELLING: Array<[string, (channel: ConversationChannel) => Promise<void>]> = [
    ["endSessions", (channel) => channel.endSessions(["a session"], [CONVERSATION])],
    ["endMember", (channel) => channel.endMember("a member", [CONVERSATION])],
  ];

  it.each(TELLING)(
    "an object that can't be reached is called again after the caller has its answer: %s",
    async (_name, tell) => {
      const { channel, calls, kept } = createChannel(CONVERSATION, async (call) => {
        if (call <= 4) throw restarted();
      });
      const told = tell(channel);
      await vi.advanceTimersByTimeAsync(150);
      await told;
      expect(calls).toHaveLength(3);
      // The change was stored for the cron too, because the invocation can end before the retries below.
      expect(kept).toEqual(calls[0] === "apply" ? [[CONVERSATION, ["a session"]]] : []);
      await vi.advanceTimersByTimeAsync(999);
      expect(calls).toHaveLength(3);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(calls).toHaveLength(5);
    },
  );

  it.each(TELLING)("an overloaded object is called only once: %s", async (_name, tell) => {
    const { channel, calls, kept } = createChannel(CONVERSATION, async () => {
      throw Object.assign(restarted(), { overloaded: true });
    });
    await tell(channel);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
    expect(kept).toHaveLength(calls[0] === "apply" ? 1 : 0);
  });

  it("an object that never answers delays the end of a session by at most 3 s", async () => {
    const { channel, calls } = createChannel(CONVERSATION, () => new Promise(() => {}));
    const told = channel.endSessions(["a session"], [CONVERSATION]);
    await vi.advanceTimersByTimeAsync(3_000);
    await told;
    expect(calls).toEqual(["apply"]);
  });
});

it("the cron ends the sessions that a job names, and then removes the job", async () => {
  const { ann, ben, id } = await createPair();
  const [one, other] = [await TestClient.join(ann, id), await TestClient.join(ben, id)];
  const logger = createLogger({ test: true });
  const deps = createDeps(bindings, { logger, defer: () => {} });
  await keepEndOfSessions(deps, id, [ann.sessionId]);
  expect(await countJobs()).toBe(1);
  await runDueJobs(deps);
  await vi.waitFor(() => expect([one.isClosed, other.isClosed]).toEqual([true, false]));
  expect(await countJobs()).toBe(0);
});
