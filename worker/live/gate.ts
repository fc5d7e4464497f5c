import { authenticate } from "~/core/accounts/session";
import { createTokenSigner } from "~/core/accounts/tokens";
import { authorizeJoin, isOpen, sendConnectedMessage } from "~/core/conversation/service";
import { requireUnsuspended } from "~/core/moderation/standing";
import { notify } from "~/core/notices/notify";
import { AppError, ERRORS } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { type Env, readConfig } from "~/worker/env";
import type { Gate } from "./types";

/** The refusal of a suspended or banned member's connection (docs/rules.md#suspension). */
const ACCOUNT_SUSPENDED = "Account suspended";

/** Makes the gate on the use cases. @param ctx the request's context, or the Durable Object's */
export function createGate(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Gate {
  const logger = createLogger({ requestId: newId(), part: "realtime" });
  const deps = createDeps(env, { logger, defer: (work) => ctx.waitUntil(work) });
  const tokens = createTokenSigner(readConfig(env));
  return {
    async authenticate(token) {
      try {
        const viewer = await authenticate(deps, token);
        requireUnsuspended(viewer);
        const { memberId, sessionId, expiresAt } = viewer;
        return { memberId, sessionId, expiresAt };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const isSuspended = error.code === "suspended";
        return { refusal: isSuspended ? ACCOUNT_SUSPENDED : ERRORS.unauthenticated.message };
      }
    },
    readClaims: (token) => tokens.verify(token),
    async authorizeJoin(viewer, conversationId) {
      try {
        return await authorizeJoin(deps, viewer, { conversationId });
      } catch (error) {
        // A refusal is an answer. Any other error is a fault of ours, so it is thrown again.
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    async send(viewer, conversationId, payload) {
      try {
        const input = { conversationId, payload };
        return await sendConnectedMessage(deps, viewer, input);
      } catch (error) {
        if (error instanceof AppError) return error;
        logger.error("realtime.event_failed", error);
        return new AppError("internal");
      }
    },
    confirm: (grant) => isOpen(deps, grant),
    announce(conversationId, memberId) {
      deps.defer(notify(deps, memberId, { kind: "message", conversationId }));
    },
    report: (event, error) => logger.error(event, error),
  };
}
