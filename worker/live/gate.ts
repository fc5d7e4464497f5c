import { authenticate } from "~/core/accounts/session";
import { createTokenSigner } from "~/core/accounts/tokens";
import type { SendGrant, SentMessage } from "~/core/conversation/objects";
import type { SendMessageInput } from "~/core/conversation/schemas";
import { authorizeJoin, isOpen, sendConnectedMessage } from "~/core/conversation/service";
import { requireUnsuspended } from "~/core/moderation/standing";
import { notify } from "~/core/notices/notify";
import { AppError, ERRORS } from "~/core/shared/errors";
import type { LogEvent } from "~/core/shared/logger";
import { newId } from "~/core/shared/random";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { type Env, readConfig } from "~/worker/env";
import type { LiveViewer } from "./types";

/** The refusal of a suspended or banned member's connection (docs/rules.md#suspension). */
const ACCOUNT_SUSPENDED = "Account suspended";

/**
 * The calls of the live side to the use cases, which decide who may connect, join and send.
 * @param ctx the request's context, or the Durable Object's
 */
export function createGate(env: Env, ctx: Pick<ExecutionContext, "waitUntil">) {
  const logger = createLogger({ requestId: newId(), part: "realtime" });
  const deps = createDeps(env, { logger, defer: (work) => ctx.waitUntil(work) });
  const tokens = createTokenSigner(readConfig(env));
  return {
    /** Returns the member of a token, or the reason why they may not connect. Throws only if the database can't answer. */
    async authenticate(token: string): Promise<LiveViewer | { refusal: string }> {
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
    /** Reads the claims of a token after a check of its signature, without the database; null for a forged or expired token. */
    readClaims: (token: string): Promise<LiveViewer | null> => tokens.verify(token),
    /** Returns null unless the session is live, and the conversation is open and the viewer's own (docs/rules.md#open). */
    async authorizeJoin(viewer: LiveViewer, conversationId: string): Promise<SendGrant | null> {
      try {
        return await authorizeJoin(deps, viewer, { conversationId });
      } catch (error) {
        // A refusal is an answer. Any other error is a fault of ours, so it is thrown again.
        if (error instanceof AppError) return null;
        throw error;
      }
    },
    /** Sends a message as the POST does, after the conversation's object has refused it as closed. */
    async send(
      viewer: LiveViewer,
      conversationId: string,
      message: SendMessageInput,
    ): Promise<SentMessage | AppError> {
      try {
        return await sendConnectedMessage(deps, viewer, { conversationId, ...message });
      } catch (error) {
        if (error instanceof AppError) return error;
        logger.error("realtime.event_failed", error);
        return new AppError("internal");
      }
    },
    /** Finds out whether a conversation exists and is open to a sender. */
    confirm: (grant: Pick<SendGrant, "conversationId" | "senderId">): Promise<boolean> =>
      isOpen(deps, grant),
    /** Notifies a member's devices of a message, after this turn. */
    announce(conversationId: string, memberId: string): void {
      deps.defer(notify(deps, memberId, { kind: "message", conversationId }));
    },
    report: (event: LogEvent, error: unknown): void => logger.error(event, error),
  };
}

export type Gate = ReturnType<typeof createGate>;
