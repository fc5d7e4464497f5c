import { formatLongDate } from "~/app/lib/format-local";
import { BRAND } from "~/core/shared/brand";
import type { ShownQuestion } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";
import { listQuotes, splitSaid } from "~/core/shared/quote";
import type { RegionStyle } from "~/core/shared/region-style";
import { escapeHtml } from "~/core/shared/text";
import { clockTime, type MemberClock, nameClock } from "~/core/shared/timezones";
import { isLetter, shortenGaps } from "./message-text";
import type { ReadableConversation } from "./read-conversation-page.server";

interface Keepsake
  extends Pick<
    ReadableConversation,
    "conversation" | "place" | "messages" | "questions" | "addresses"
  > {
  viewer: { id: string; name: string; clock: MemberClock };
  style: RegionStyle;
  nonce: string;
}

/** One HTML file that loads nothing else. Its times are in the member's timezone, which the footer names. */
export function renderKeepsake(keepsake: Keepsake): string {
  const { conversation, place, messages, questions, addresses, viewer, style, nonce } = keepsake;
  const { partner } = conversation;
  // The expiry is a midnight, which already belongs to the next date.
  const day = formatLongDate(Date.parse(conversation.expiryDate) - 1, "utc", style);
  const names = `${isolate(viewer.name)} and ${isolate(partner.name)}`;
  const facts = [place, partner.age === null ? null : `${partner.age} years`].filter(Boolean);
  const revealed = questions.filter(({ revealed_at }) => revealed_at !== null);
  const renderBetween = (after: string, before: string) =>
    revealed
      .filter(({ revealed_at }) => revealed_at && revealed_at >= after && revealed_at < before)
      .map((one) => renderQuestion(one, [viewer.name, partner.name]))
      .join("");
  const said = listQuotes(messages.map(({ content }) => content));
  const lines = messages.map((message, index) => {
    const last = messages[index - 1];
    const before = renderBetween(last?.created_at ?? "", message.created_at);
    const isSame = before === "" && last?.sender_id === message.sender_id;
    const time = clockTime(viewer.clock, Date.parse(message.created_at));
    const isOwn = message.sender_id === viewer.id;
    const kinds = ["line", isOwn ? "own" : "", isLetter(message.content) ? "letter" : ""];
    const name = isOwn ? viewer.name : partner.name;
    return `${before}<div class="${kinds.filter(Boolean).join(" ")}"><p>${
      isSame ? "" : `<b>${escapeHtml(name)}</b> `
    }<time>${time}</time></p>${renderWords(message.content, said)}</div>`;
  });
  const rest = renderBetween(messages.at(-1)?.created_at ?? "", "~");
  const count = messages.length === 1 ? "One line" : `${messages.length} lines`;
  const opened = [
    [partner.name, addresses.revealed ? addresses.theirs : null],
    [viewer.name, addresses.revealed ? addresses.mine : null],
  ].map(([name, line]) =>
    line
      ? `<section class="question"><p>How to find ${escapeHtml(isolate(name ?? ""))}</p><p dir="auto">${escapeHtml(line)}</p></section>`
      : "",
  );
  const body = [...lines, rest, ...opened].join("\n").trim() || "<p>Nothing was said.</p>";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${names} · ${BRAND.name}`)}</title>
<style nonce="${nonce}">${STYLE}</style>
<nav><a href="/conversation/${encodeURIComponent(conversation.id)}">Back to the conversation</a> <a href="?save=1">Save as a file</a> <span>or print it from your browser</span></nav>
<main>
<header>
<p class="kicker">${BRAND.name} · ${escapeHtml(day)}</p>
<h1><bdi>${escapeHtml(viewer.name)}</bdi> and <bdi>${escapeHtml(partner.name)}</bdi></h1>
<p class="facts"><bdi>${escapeHtml(partner.name)}</bdi>${escapeHtml(["", ...facts].join(" · "))}</p>
</header>
<article>
${body}
</article>
<footer>${count}, times in ${escapeHtml(nameClock(viewer.clock))}.</footer>
</main>
</html>
`;
}

function renderWords(content: string, said: ReadonlySet<string>): string {
  const { quote, words } = splitSaid(shortenGaps(content), said);
  const answered = quote === null ? "" : `<blockquote dir="auto">${escapeHtml(quote)}</blockquote>`;
  return `${answered}<p dir="auto">${escapeHtml(words)}</p>`;
}

/** @param names the viewer's name and the partner's name */
function renderQuestion({ question, mine, theirs }: ShownQuestion, names: [string, string]) {
  const answers = [mine, theirs].map(
    (text, index) =>
      `<p><b>${escapeHtml(names[index] ?? "")}</b></p><p dir="auto">${escapeHtml(text ?? "")}</p>`,
  );
  return `<section class="question"><p>${escapeHtml(question ?? "")}</p>${answers.join("")}</section>`;
}

const STYLE = `
:root{color-scheme:light;--ink:#1b1c2a;--soft:#605b67;--accent:#a3213a}
*{box-sizing:border-box;margin:0}
html{background:#f7efe7;color:var(--ink);font:1.0625rem/1.5 Georgia,"Times New Roman",serif}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;padding:1rem 1.5rem;font:0.9375rem/1.4 system-ui,sans-serif}
nav a{color:inherit;text-underline-offset:.2em}nav span{color:var(--soft)}
main{max-width:60rem;margin:0 auto 3rem;padding:2.5rem clamp(1rem,5vw,4rem);background:#fdf9f4}
header{border-top:4px solid;padding-top:.25rem;text-align:center;margin-bottom:2rem}
header::before{content:"";display:block;border-top:1px solid;margin-bottom:1rem}
.kicker{font:600 .75rem/1.5 system-ui,sans-serif;letter-spacing:.09em;text-transform:uppercase;color:var(--accent)}
h1{font-weight:500;font-size:clamp(1.75rem,5vw,3rem);line-height:1.1;text-wrap:balance;overflow-wrap:anywhere;margin:.5rem 0}
.facts{font-style:italic;color:var(--soft)}
article{columns:22rem 2;column-gap:2.5rem;column-rule:1px solid #d9cbbc}
.line{break-inside:avoid;margin-bottom:.35rem}
.letter{break-inside:auto;orphans:3;widows:3}
.line p:first-child{break-after:avoid}
blockquote{margin:.1rem 0 .25rem;padding-inline-start:.6rem;border-inline-start:2px solid #d9cbbc;font-size:.9em;color:var(--soft);overflow-wrap:anywhere}
.line p{white-space:pre-wrap;overflow-wrap:anywhere}
.line p:first-child{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.line p:first-child:not(:has(b)){float:inline-end;padding-inline-start:.75rem}
.line:has(b){margin-top:1rem}
.question{break-inside:avoid;margin:1.25rem 0;padding:.75rem 1rem;border:1px solid #d9cbbc}
.question p{white-space:pre-wrap;overflow-wrap:anywhere}
.question>p:first-child{font-style:italic;font-size:1.125em}.question b{display:block;margin-top:.5rem;font-size:.875em;color:var(--soft)}
b{font-weight:500;unicode-bidi:isolate}.own b{color:var(--accent)}
time{font:.6875rem/1.4 system-ui,sans-serif;color:var(--soft);white-space:nowrap}
footer{margin-top:2rem;border-top:1px solid;padding-top:.75rem;text-align:center;font-style:italic;color:var(--soft)}
@media print{html,main{background:none}nav{display:none}main{max-width:none;margin:0;padding:0}html{font-size:10.5pt}article{columns:2}@page{margin:18mm}}
`;
