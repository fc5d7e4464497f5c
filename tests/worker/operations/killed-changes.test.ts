import { env, runInDurableObject } from "cloudflare:test";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { action as decideReport } from "~/app/routes/admin_.reports.$reportId";
import { authenticate } from "~/core/accounts/session";
import { sendMessage } from "~/core/conversation/service";
import type { Deps } from "~/core/deps";
import { blockMember, unblockMember } from "~/core/moderation/blocks";
import { reportMember } from "~/core/moderation/report";
import { runDueJobs } from "~/core/operations/jobs";
import { deleteAccount } from "~/core/profile/service";
import { createDatabase } from "~/db/client";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { grantAdmin } from "../../support/api";
import { countJobs } from "../../support/jobs";
import { seedMember } from "../../support/seed";
import { bindings, createPair, objectOf } from "../conversation/support";
import { hookDatabase } from "../pairing/support";

const logger = createLogger({ test: true });
const createRealDeps = () => createDeps(bindings, { logger, defer: () => {} });

/** The process dies at its `step`th outgoing call, before or after that call. */
function createDyingDeps(step: number, moment: "before" | "after") {
  let calls = 0;
  const die = async (at: "before" | "after") => {
    if (at === "before") calls += 1;
    if (calls > step || (calls === step && at === moment)) throw new Error("the process is dead");
  };
  const deps = createRealDeps();
  const deferred: Promise<unknown>[] = [];
  const hooked: Deps = {
    ...deps,
    // A dead process does no work after the answer, so a failure of that work is not reported.
    defer: (work) => void deferred.push(work.catch(() => {})),
    db: createDatabase(hookDatabase({ before: () => die("before"), after: () => die("after") })),
    conversations: {
      ...deps.conversations,
      async apply(change) {
        await die("before");
        await deps.conversations.apply(change);
        await die("after");
      },
    },
    channel: {
      async endSessions() {},
      async endMember(...call) {
        await die("before");
        await deps.channel.endMember(...call);
        await die("after");
      },
    },
    logger: { ...logger, error: () => {} },
  };
  const settle = () => Promise.all(deferred);
  return { deps: hooked, settle, wasKilled: () => calls >= step };
}

const standingOf = (id: string) =>
  runInDurableObject(objectOf(id), (_, { storage }) => {
    const tables = storage.sql.exec("select name from sqlite_master where name = 'standing'");
    if (tables.toArray().length === 0) return "nothing is stored";
    const [row] = storage.sql.exec("select closed_reason from standing").toArray();
    return row?.closed_reason ?? "open";
  });

const exists = async (table: string, column: string, value: string) =>
  (await env.DB.prepare(`select 1 from ${table} where ${column} = ?`).bind(value).all()).results
    .length > 0;

async function createTalk() {
  const pair = await createPair();
  const deps = createRealDeps();
  const viewer = await authenticate(deps, pair.ann.token);
  await sendMessage(deps, viewer, { conversationId: pair.id, content: "hello" });
  return { ...pair, viewer };
}

type Talk = Awaited<ReturnType<typeof createTalk>>;

async function createCase({ viewer, ben, id }: Talk) {
  const admin = await seedMember();
  await grantAdmin(admin);
  const asked = { userId: ben.id, reason: "spam", conversation_id: id } as const;
  await reportMember(createRealDeps(), viewer, asked);
  const reportId = await env.DB.prepare("select id from reports where reported_id = ?")
    .bind(ben.id)
    .first<string>("id");
  return { token: admin.token, reportId: reportId ?? "" };
}

/** Sends the form of 'Suspend and resolve'. @returns the answer's status */
async function pressSuspend(deps: Deps, { token, reportId }: { token: string; reportId: string }) {
  const decision = { intent: "decide", kind: "suspend", days: "7", reason: "spam", text: "Spam." };
  const fields = { ...decision, "marked[0]": reportId };
  const request = new Request(`https://happenstance.test/admin/reports/${reportId}`, {
    method: "POST",
    headers: { cookie: `__Host-session=${token}` },
    body: new URLSearchParams(fields),
  });
  const context = { deps, logger: deps.logger, address: "127.0.0.1" };
  const answer = await decideReport({
    request,
    context: context as unknown as AppLoadContext,
    params: { reportId },
  });
  return "init" in answer ? (answer.init?.status ?? 200) : 200;
}

const stateOfCase = (reportId: string) =>
  env.DB.prepare(
    `select r.status, r.outcome, (select count(*) from member_actions where report_id = r.id) as actions
     from reports r where r.id = ?`,
  )
    .bind(reportId)
    .first<{ status: string; outcome: string | null; actions: number }>();

const UNDECIDED = { status: "open", outcome: null, actions: 0 };
const DECIDED = { status: "resolved", outcome: "acted", actions: 1 };

it("of two parallel decisions on a report one is taken, and the other answers 409", async () => {
  const talk = await createTalk();
  const found = await createCase(talk);
  const presses = [1, 2].map(() => pressSuspend(createRealDeps(), found));
  expect((await Promise.all(presses)).sort()).toEqual([200, 409]);
  expect(await stateOfCase(found.reportId)).toEqual(DECIDED);
});

/**
 * Kills the work at its first step, then at its second, and so on. After each kill, runs the due
 * jobs like the cron, and then calls `check`.
 * @returns the number of steps
 */
async function killAtEachStep(
  moment: "before" | "after",
  work: (deps: Deps, talk: Talk) => Promise<unknown>,
  check: (talk: Talk, isDone: boolean) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const talk = await createTalk();
    const { deps, settle, wasKilled } = createDyingDeps(step, moment);
    const isDone = await work(deps, talk).then(
      () => true,
      () => false,
    );
    await settle();
    const real = createRealDeps();
    await runDueJobs(real);
    expect(await countJobs()).toBe(0);
    await check(talk, isDone);
    if (!wasKilled()) return step - 1;
  }
}

describe.each(["before", "after"] as const)(
  "changes killed %s each step, followed by the cron",
  (moment) => {
    it("a block whose process is killed is complete or absent, and an answered block is in force", async () => {
      const steps = await killAtEachStep(
        moment,
        (deps, { viewer, ben }) => blockMember(deps, viewer, { userId: ben.id }),
        async ({ ann, id }, isDone) => {
          const isBlocked = await exists("blocks", "blocker_id", ann.id);
          expect(await standingOf(id)).toBe(isBlocked ? "blocked" : "open");
          if (isDone) expect(isBlocked).toBe(true);
        },
      );
      expect(steps).toBeGreaterThanOrEqual(3);
    });

    it("an unblock whose process is killed either completes or has no effect", async () => {
      await killAtEachStep(
        moment,
        async (deps, { viewer, ben }) => {
          await blockMember(createRealDeps(), viewer, { userId: ben.id });
          return unblockMember(deps, viewer, { userId: ben.id });
        },
        async ({ ann, id }, isDone) => {
          const isBlocked = await exists("blocks", "blocker_id", ann.id);
          expect(await standingOf(id)).toBe(isBlocked ? "blocked" : "open");
          if (isDone) expect(isBlocked).toBe(false);
        },
      );
    });

    it("a decision whose process is killed either suspends and resolves or does neither, and can't be taken twice", async () => {
      let found = { token: "", reportId: "" };
      const steps = await killAtEachStep(
        moment,
        async (deps, talk) => {
          found = await createCase(talk);
          const status = await pressSuspend(deps, found);
          if (status !== 200) throw new Error(`answered ${status}`);
        },
        async (_, isDone) => {
          const state = await stateOfCase(found.reportId);
          if (isDone) expect(state).toEqual(DECIDED);
          else expect([UNDECIDED, DECIDED]).toContainEqual(state);
          const again = await pressSuspend(createRealDeps(), found);
          expect(again).toBe(state?.status === "resolved" ? 409 : 200);
          expect(await stateOfCase(found.reportId)).toEqual(DECIDED);
          await runDueJobs(createRealDeps());
        },
      );
      expect(steps).toBeGreaterThanOrEqual(4);
    });

    it("a deletion whose process is killed removes the account with its conversation, or nothing", async () => {
      const steps = await killAtEachStep(
        moment,
        (deps, { viewer }) => deleteAccount(deps, viewer),
        async ({ ann, id }, isDone) => {
          const isThere = await exists("members", "id", ann.id);
          expect(await exists("pairings", "id", id)).toBe(isThere);
          expect(await standingOf(id)).toBe(isThere ? "open" : "nothing is stored");
          if (isDone) expect(isThere).toBe(false);
        },
      );
      expect(steps).toBeGreaterThanOrEqual(4);
    });
  },
);
