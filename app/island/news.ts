import { askGlance } from "~/app/features/shell/ask-glance";
import { showUnread } from "~/app/features/shell/unread-cue";
import { pollInSight } from "~/app/lib/poll";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";
import type { IslandPage } from "./page";

const findParts = (page: Document) => [...page.querySelectorAll("[data-news]")];

/** Updates what a member's page shows of today's conversation while the page is left open (docs/rules.md#unread). */
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
  // A request that fails is made again a minute later.
  pollInSight(() => void update().catch(() => {}), POLL_INTERVAL_MS);
}

/** Replaces the parts of the page that show news by those of a new rendering. All else stays as the reader left it. */
async function takeFreshParts(): Promise<void> {
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = findParts(document);
  const newParts = findParts(fresh);
  // The server has answered with another page, because the session or the day has ended.
  if (newParts.length !== parts.length) return;
  for (const [i, part] of parts.entries()) part.replaceChildren(...(newParts[i]?.childNodes ?? []));
}
