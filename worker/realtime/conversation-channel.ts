import { waitUntil } from "cloudflare:workers";
import type { ConversationChannel, Logger } from "~/core/ports";
import type { Env } from "~/worker/env";
import { conversationHome, listLobbies } from "./home";
import { type Peer, Peers } from "./peers";

/** When an object that can't be told is told again. Nobody waits for it but those who would not hear otherwise. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** How long signing out waits for objects that don't answer. */
const PATIENCE_MS = 3_000;

/**
 * The port by which services reach the live side. A call to each object, made again once over a fresh connection, is waited
 * for; an object that can't be reached is told for some seconds more. No failure reaches the caller, whose work is stored already.
 */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationChannel {
  const peers = new Peers(env.CONVERSATIONS, (event, error) => logger.error(event, error));
  const tell = async (home: string, work: (peer: Peer) => Promise<void>): Promise<void> => {
    const tellOnce = () => peers.tell(home, (peer) => work(peer).then(() => true));
    if (await tellOnce()) return;
    waitUntil(tryLater(tellOnce));
  };
  return {
    async endSessions(sessionIds: string[], conversationIds: string[]) {
      if (sessionIds.length === 0) return;
      // A connection that has joined nothing lives in a lobby, and nobody knows in which one.
      const homes = new Set([...conversationIds.map(conversationHome), ...listLobbies()]);
      const telling = [...homes].map((home) => tell(home, (peer) => peer.endSessions(sessionIds)));
      await waitPatiently(Promise.all(telling));
    },
  };
}

async function tryLater(tellOnce: () => Promise<boolean | undefined>): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (await tellOnce()) return;
  }
}

/** Waits for work that goes on in any case, but not longer than {@link PATIENCE_MS}. */
async function waitPatiently(work: Promise<unknown>): Promise<void> {
  waitUntil(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
