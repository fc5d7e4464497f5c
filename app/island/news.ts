import { askGlance } from "~/app/features/shell/ask-glance";
import { showUnread } from "~/app/features/shell/unread-cue";
import { pollInSight } from "~/app/lib/poll";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";
import type { IslandPage } from "./page";

const findParts = (page: Document) => [...page.querySelectorAll("[data-news]")];

/** Keeps true what a member's page shows of today's conversation while it is left open (docs/rules.md#unread). */
export function followNews({ user, unread }: IslandPage): void {
  if (!user) return;
  let shown = unread;
  showUnread(shown);
  const update = async () => {
    const glance = await askGlance();
    if (!glance) return;
    const hasCome = glance.isPartnerHere && document.querySelector("[data-awaited]") !== null;
    if (glance.unread === shown && !hasCome) return;
    await takeFreshParts();
    shown = glance.unread;
    showUnread(shown);
  };
  // A question without an answer is asked again a minute later.
  pollInSight(() => void update().catch(() => {}), POLL_INTERVAL_MS);
}

/** Takes the parts of the page that news change from a new rendering of it. Everything else stays as the reader left it. */
async function takeFreshParts(): Promise<void> {
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = findParts(document);
  const newParts = findParts(fresh);
  // Another page: the session has ended, or the day has.
  if (newParts.length !== parts.length) return;
  for (const [i, part] of parts.entries()) part.replaceChildren(...(newParts[i]?.childNodes ?? []));
}
