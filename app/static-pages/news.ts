import { askGlance } from "~/app/features/shell/ask-glance";
import { showUnread } from "~/app/features/shell/unread-cue";
import { pollInSight } from "~/app/lib/poll";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";

const findParts = (page: Document) => [...page.querySelectorAll("[data-news]")];

/** Keeps the news of today's conversation current on an open page (docs/rules.md#unread). */
export function followNews(unread: number): void {
  showUnread(unread);
  // Only the landing page shows whether the partner is here.
  const day = document.querySelector<HTMLElement>("[data-partner-here]");
  let shown = { unread, isPartnerHere: day?.dataset.partnerHere };
  const update = async () => {
    const glance = await askGlance();
    if (!glance) return;
    const news = { ...glance, isPartnerHere: day ? String(glance.isPartnerHere) : undefined };
    const isNew = news.unread !== shown.unread || news.isPartnerHere !== shown.isPartnerHere;
    if (isNew) await takeFreshParts();
    shown = news;
    showUnread(news.unread);
  };
  // If a request fails, the next one follows a minute later.
  pollInSight(() => void update().catch(() => {}), POLL_INTERVAL_MS);
}

async function takeFreshParts(): Promise<void> {
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = findParts(document);
  const newParts = findParts(fresh);
  // By now the server sends another page for this address, because the conversation has ended or was blocked.
  if (newParts.length !== parts.length) return location.reload();
  for (const [i, part] of parts.entries()) part.replaceChildren(...(newParts[i]?.childNodes ?? []));
}
