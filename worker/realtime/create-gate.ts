import { AppError } from "~/core/shared/errors";
import { createLogger } from "~/worker/adapters/logger";
import { cryptoRandom } from "~/worker/adapters/random";
import type { Env } from "~/worker/env";
import { createServices } from "~/worker/services";
import type { RealtimeGate } from "./gate";

/** The gate over the real services. @param ctx of the request, or of the object that asks all its life */
export function createGate(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): RealtimeGate {
  const logger = createLogger({ requestId: cryptoRandom.id(), part: "realtime" });
  const services = createServices(env, { logger, defer: (work) => ctx.waitUntil(work) });
  return {
    async authenticate(token) {
      const viewer = await nullIfRefused(services.auth.authenticate(token));
      if (!viewer) return null;
      const { memberId, sessionId, expiresAt } = viewer;
      return { memberId, sessionId, expiresAt };
    },
    authorizeJoin: (viewer, conversationId) =>
      nullIfRefused(services.conversations.authorizeJoin(viewer, { conversationId })),
    confirm: (grant) => services.conversations.isOpen(grant),
    async findCurrentConversation({ memberId }) {
      const { pairing } = await services.pairings.findToday({ memberId });
      return pairing?.conversation.id ?? null;
    },
    report: (event, error) => logger.error(event, error),
  };
}

/** A refusal is an answer; whatever else is thrown is a fault of ours and goes on. */
async function nullIfRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
