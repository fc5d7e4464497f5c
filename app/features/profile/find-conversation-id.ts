const ID = /^[\w-]{1,64}$/;
const PATH = /^\/conversation\/([^/]+)$/;

/** The conversation that the navigation's state `{ conversationId }` names (docs/rules.md#screens), or null. */
export function findConversationInState(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("conversationId" in state)) return null;
  return asId(state.conversationId);
}

/**
 * The conversation on whose page a link was followed, by the request's `Referer`; null where it was another page, or
 * one elsewhere. For a page that the browser itself asks for: it knows no navigation's state.
 */
export function findConversationInReferer(request: Request): string | null {
  const referer = request.headers.get("referer");
  if (!referer || !URL.canParse(referer)) return null;
  const { origin, pathname } = new URL(referer);
  return origin === new URL(request.url).origin ? asId(PATH.exec(pathname)?.[1]) : null;
}

function asId(value: unknown): string | null {
  return typeof value === "string" && ID.test(value) ? value : null;
}
