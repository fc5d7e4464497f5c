import { REASON_WORDS } from "./action-words";

/** A ready-made text. It can be sent only after its placeholder `[…]` is replaced. */
interface StartText {
  /**
   * For a decision: its reason, a dot and the text's number, for example `spam.3`. For an appeal:
   * the answer.
   */
  value: string;
  label: string;
  text: string;
}

const BLANK = "[…]";

const FACTS: [reason: keyof typeof REASON_WORDS, what: string, text: string][] = [
  ["harassment", "insults", "You insulted your partner: “[…]”."],
  ["harassment", "threats", "You threatened your partner: “[…]”."],
  [
    "harassment",
    "pressing for contact or pictures",
    "You kept pressing your partner after they had said no: “[…]”.",
  ],
  ["spam", "advertising", "You sent advertising to your partner: “[…]”."],
  ["spam", "fraud", "You tried to get money or account details: “[…]”."],
  ["inappropriate", "", "You sent sexual messages that your partner hadn’t asked for: “[…]”."],
  [
    "underage",
    "",
    "What you wrote says that you are under 18: “[…]”. Happenstance is for adults only.",
  ],
  ["impersonation", "", "You presented yourself as somebody you are not: “[…]”."],
  ["other", "against the rules", "You broke our rules: “[…]”."],
  [
    "other",
    "a mistake of ours",
    "We looked at our decision again and it was wrong: […]. Your account is as before. We are sorry.",
  ],
];

export const START_TEXTS: StartText[] = FACTS.map(([reason, what, text], i) => ({
  value: `${reason}.${i}`,
  label: what ? `${REASON_WORDS[reason]}: ${what}` : REASON_WORDS[reason],
  text,
}));

export const LIFT_TEXT = START_TEXTS.at(-1) as StartText;

export const startTextOf = (reason: string): StartText =>
  START_TEXTS.find(({ value }) => value.startsWith(`${reason}.`)) ?? LIFT_TEXT;

const QUOTE_MAX = 300;

/** Replaces the text's placeholder with the reported message. */
export function quoteIn(text: string, quote: string | undefined): string {
  if (quote === undefined || !text.includes(`“${BLANK}”`)) return text;
  const points = [...quote];
  const shown = points.length > QUOTE_MAX ? `${points.slice(0, QUOTE_MAX).join("")}…` : quote;
  return text.replace(BLANK, () => shown);
}

export const APPEAL_TEXTS: StartText[] = [
  {
    value: "upheld",
    label: "Upheld: the facts stand",
    text: "We read your appeal and the messages again. You wrote “[…]”, and that is against our rules. Our decision stays.",
  },
  {
    value: "overturned",
    label: "Overturned: a mistake of ours",
    text: "We read your appeal and the messages again, and you are right: […]. We have lifted our decision. We are sorry.",
  },
];

export function startFrom(form: HTMLFormElement | null, text: string | undefined): void {
  const field = form?.elements.namedItem("text");
  if (field instanceof HTMLTextAreaElement && text !== undefined) field.value = text;
}

/**
 * Focuses the placeholder in the decision's text, or the submit button if no placeholder is left.
 */
export function focusOnMissing(form: HTMLFormElement): void {
  const field = form.elements.namedItem("text");
  const blank = field instanceof HTMLTextAreaElement ? field.value.indexOf(BLANK) : -1;
  if (field instanceof HTMLTextAreaElement && field.offsetParent && blank >= 0) {
    field.focus();
    field.setSelectionRange(blank, blank + BLANK.length);
  } else form.querySelector<HTMLElement>("[type=submit]")?.focus();
}
