import { authenticate } from "~/core/accounts/session";
import { type TokenClaims, verifyToken } from "~/core/accounts/tokens";
import type { SendGrant } from "~/core/conversation/objects";
import type { SendMessageInput } from "~/core/conversation/schemas";
import { authorizeJoin, isOpen, sendConnectedMessage } from "~/core/conversation/service";
import { requireUnsuspended } from "~/core/moderation/standing";
import { notify } from "~/core/notices/notify";
import { AppError, ERRORS } from "~/core/shared/errors";
import type { LogEvent } from "~/core/shared/logger";
import { newId } from "~/core/shared/random";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import type { Env } from "~/worker/env";
import { type SendAck, toRefusalAck } from "./events";

export function createGate(env: Env, ctx: Pick<ExecutionContext, "waitUntil">) {
  const logger = createLogger({ requestId: newId(), part: "realtime" });
  const deps = createDeps(env, { logger, defer: (work) => ctx.waitUntil(work) });
  return {
    /** Throws only if the database can't answer. */
    async authenticate(token: string): Promise<TokenClaims | { refusal: string }> {
      try {
        const viewer = await authenticate(deps, token);
        requireUnsuspended(viewer);
        const { memberId, sessionId, expiresAt } = viewer;
        return { memberId, sessionId, expiresAt };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const isSuspended = error.code === "suspended";
        return { refusal: isSuspended ? "Account suspended" : ERRORS.unauthenticated.message };
      }
    },
    /** Doesn't ask the database. Null for a forged or expired token. */
    readClaims: (token: string): Promise<TokenClaims | null> => verifyToken(deps.config, token),
    async authorizeJoin(viewer: TokenClaims, conversationId: string): Promise<SendGrant | null> {
      try {
        return await authorizeJoin(deps, viewer, { conversationId });
      } catch (error) {
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    /**
     * Called if the object considers the conversation closed, or if the sender no longer listens. The database knows
     * the reason, or that the conversation is open again.
     */
    async send(
      viewer: TokenClaims,
      conversationId: string,
      message: SendMessageInput,
    ): Promise<SendAck> {
      try {
        const input = { conversationId, ...message };
        return { ok: true, ...(await sendConnectedMessage(deps, viewer, input)) };
      } catch (error) {
        if (error instanceof AppError) return toRefusalAck(error);
        logger.error("realtime.event_failed", error);
        return toRefusalAck(new AppError("internal"));
      }
    },
    isOpen: (key: { conversationId: string; memberId: string }) => isOpen(deps, key),
    announce(conversationId: string, memberId: string): void {
      deps.defer(notify(deps, memberId, { kind: "message", conversationId }));
    },
    report: (event: LogEvent, error: unknown): void => logger.error(event, error),
  };
}

export type Gate = ReturnType<typeof createGate>;
