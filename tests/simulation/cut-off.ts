import type { Observation, SeenMessage } from "./history";

/**
 * Removes from a history what a block has cut off: a message stored after the block's instant, which its close deletes
 * (docs/rules.md#evidence). Only a message that was under way together with a block can be one, and no later list has it.
 */
export function removeCutOff(history: readonly Observation[]): readonly Observation[] {
  const blocks = history.flatMap((one) =>
    one.kind === "closing" && one.reason === "blocked" ? [one] : [],
  );
  if (blocks.length === 0) return history;
  const [known, clientIds] = [new Map<string, number>(), new Map<string, string>()];
  const began = new Map<string, number>();
  const know = ({ message_id, client_id }: SeenMessage, at: number) => {
    known.set(message_id, Math.min(at, known.get(message_id) ?? at));
    if (client_id !== null) clientIds.set(message_id, client_id);
  };
  let last: Extract<Observation, { kind: "list" }> | null = null;
  for (const one of history) {
    if (one.kind === "live") know(one.message, one.at);
    if (one.kind === "send") {
      began.set(one.clientId, Math.min(one.began, began.get(one.clientId) ?? one.began));
      if (one.stored && one.ended !== null) know(one.stored, one.ended);
    }
    if (one.kind !== "list") continue;
    for (const message of one.messages) know(message, one.ended);
    if (one.isToLast && one.began > (last?.began ?? 0)) last = one;
  }
  const kept = new Set(last?.messages.map(({ message_id }) => message_id));
  const cutIds = new Set<string>();
  for (const [id, knownAt] of known) {
    const sentAt = began.get(clientIds.get(id) ?? "");
    if (kept.has(id) || !last || last.began < knownAt || sentAt === undefined) continue;
    const isUnderWay = blocks.some(
      (block) => block.began < knownAt && sentAt < (block.ended ?? Number.POSITIVE_INFINITY),
    );
    if (isUnderWay) cutIds.add(id);
  }
  if (cutIds.size === 0) return history;
  const isKept = ({ message_id }: SeenMessage) => !cutIds.has(message_id);
  const cutKeys = new Set([...cutIds].map((id) => clientIds.get(id)));
  return history.flatMap((one): Observation[] => {
    if (one.kind === "live") return isKept(one.message) ? [one] : [];
    if (one.kind === "written") return cutKeys.has(one.clientId) ? [] : [one];
    if (one.kind === "send" && one.stored && !isKept(one.stored)) return [{ ...one, stored: null }];
    if (one.kind !== "list" && one.kind !== "screen") return [one];
    return [{ ...one, messages: one.messages.filter(isKept) }];
  });
}
