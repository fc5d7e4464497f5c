import { BRAND } from "~/core/shared/brand";
import { escapeHtml } from "~/core/shared/text";

/** Plain text: markup is shown as text. */
export interface Letter {
  subject: string;
  preheader: string;
  heading: string;
  name: string | null;
  paragraphs: string[];
  quote?: string;
  action?: { label: string; url: string };
  closing?: string[];
  footer: string;
  unsubscribeUrl?: string | undefined;
}

/** Control characters except line breaks, and characters that change the direction of the following text. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n]/gu;

const tame = (text: string) => text.replace(TURNING, "");
const show = (text: string) => escapeHtml(tame(text));

const isolate = (text: string) => `<bdi>${show(text)}</bdi>`;

const greet = (name: string) => `Dear ${name},`;

export function toText(letter: Letter): string {
  const { name, paragraphs, quote, action, closing = [], footer, unsubscribeUrl } = letter;
  const blocks = [
    letter.heading,
    ...(name === null ? [] : [greet(name)]),
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replace(/^/gm, "> ")]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    `--\n${BRAND.name}\n${footer}`,
    ...(unsubscribeUrl ? [`No more e-mails like this one:\n${unsubscribeUrl}`] : []),
  ];
  return `${blocks.map(tame).join("\n\n")}\n`;
}

/**
 * Mail programs support little CSS and load no fonts. The colours are those of app/styles/tokens.css. Nothing is loaded
 * from a server, so no server learns when a mail is read.
 */
const SERIF = "Newsreader, Georgia, 'Times New Roman', serif";
const SANS = "'Instrument Sans', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const STYLES = `
  @media (prefers-color-scheme: dark) {
    .paper { background: #14151f !important; }
    .sheet { background: #1d1e2b !important; border-color: #363747 !important; }
    .ink { color: #f3eadf !important; }
    .soft { color: #cfc6bd !important; }
    .muted { color: #a8a0a2 !important; }
    .quote { border-color: #f48d86 !important; }
    .button { background: #f3eadf !important; color: #14151f !important; }
  }
  @media (max-width: 480px) { .sheet { padding: 28px 22px !important; } }`;

const text = (html: string, kind: "soft" | "muted" = "soft") => {
  const [size, colour] = kind === "soft" ? ["16px/1.6", "#454352"] : ["13px/1.6", "#605b67"];
  return `<p class="${kind}" style="margin:0 0 16px;font:${size} ${SANS};color:${colour};overflow-wrap:anywhere">${html}</p>`;
};

function toButton({ label, url }: { label: string; url: string }): string {
  const href = show(url);
  return `<p style="margin:28px 0"><a class="button" href="${href}" style="display:inline-block;padding:13px 24px;background:#1b1c2a;color:#fdf9f4;font:600 16px/1.2 ${SANS};text-decoration:none;border-radius:2px">${show(label)}</a></p>
${text(`If the button doesn’t work, open this address:<br><a class="muted" href="${href}" style="color:#605b67;word-break:break-all">${href}</a>`, "muted")}`;
}

const toQuote = (quote: string) =>
  `<blockquote class="ink quote" style="margin:0 0 20px;padding:0 0 0 18px;border-left:2px solid #a3213a;color:#1b1c2a;font:19px/1.5 ${SERIF};overflow-wrap:anywhere" dir="auto">${isolate(quote).replaceAll("\n", "<br>")}</blockquote>`;

export function toHtml(letter: Letter): string {
  const { name, paragraphs, quote, action, closing = [], footer, unsubscribeUrl } = letter;
  const body = [
    name === null ? "" : text(`Dear ${isolate(name)},`),
    ...paragraphs.map((one) => text(show(one))),
    quote === undefined ? "" : toQuote(quote),
    action ? toButton(action) : "",
    ...closing.map((one) => text(show(one))),
  ].join("\n");
  const leave = unsubscribeUrl
    ? ` <a class="muted" href="${show(unsubscribeUrl)}" style="color:#605b67">No more e-mails like this one</a>`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${show(letter.subject)}</title>
<style>${STYLES}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f7efe7">
<div style="display:none;max-height:0;overflow:hidden">${show(letter.preheader)}</div>
<div role="main">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#f7efe7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px"><span class="ink" style="font:italic 22px/1 ${SERIF};color:#1b1c2a">${BRAND.name}</span></td></tr>
<tr><td class="sheet" style="padding:36px 40px;background:#fdf9f4;border:1px solid #d9cbbc;border-top:3px double #8d8181">
<h1 class="ink" style="margin:0 0 20px;font:500 28px/1.2 ${SERIF};color:#1b1c2a">${show(letter.heading)}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 0 0">${text(`${show(footer)}${leave}`, "muted")}</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}
