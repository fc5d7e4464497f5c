/** A text to start from. Its blanks `[…]` must be filled in before it can be sent. */
export interface StartText {
  label: string;
  text: string;
}

/** What the member did, by the reason of a decision. */
const FACTS: Record<string, StartText[]> = {
  harassment: [
    { label: "Insults", text: "You insulted your partner: “[…]”." },
    { label: "Threats", text: "You threatened your partner: “[…]”." },
    {
      label: "Pressing for contact or pictures",
      text: "You kept pressing your partner after they had said no: “[…]”.",
    },
  ],
  spam: [
    { label: "Advertising", text: "You sent advertising to your partner: “[…]”." },
    { label: "Fraud", text: "You tried to get money or account details: “[…]”." },
  ],
  inappropriate: [
    {
      label: "Sexual messages nobody asked for",
      text: "You sent sexual messages that your partner hadn’t asked for: “[…]”.",
    },
  ],
  underage: [
    {
      label: "Under 18",
      text: "What you wrote says that you are under 18: “[…]”. Happenstance is for adults only.",
    },
  ],
  impersonation: [
    { label: "Somebody else", text: "You presented yourself as somebody you are not: “[…]”." },
  ],
  other: [{ label: "Against the rules", text: "You broke our rules: “[…]”." }],
};

const CONSEQUENCES: Record<string, string> = {
  warn: "If it happens again, we will suspend your account.",
  suspend: "Your account is suspended until the date you see here.",
  ban: "We have closed your account. You can appeal if we are wrong.",
};

const LIFT = {
  label: "A mistake of ours",
  text: "We looked at our decision again and it was wrong: […]. Your account is as before. We are sorry.",
};

/** The texts for a decision about a member. */
export function startTextsOf(kind: string, reason: string): StartText[] {
  if (kind === "lift") return [LIFT];
  const consequence = CONSEQUENCES[kind];
  if (consequence === undefined) return [];
  return (FACTS[reason] ?? []).map(({ label, text }) => ({
    label,
    text: `${text} ${consequence}`,
  }));
}

/** The texts for an answer to an appeal. */
export const APPEAL_TEXTS: StartText[] = [
  {
    label: "Upheld: the facts stand",
    text: "We read your appeal and the messages again. You wrote “[…]”, and that is against our rules. Our decision stays.",
  },
  {
    label: "Overturned: a mistake of ours",
    text: "We read your appeal and the messages again, and you are right: […]. We have lifted our decision. We are sorry.",
  },
];

/** Puts the chosen text into the field `text` of the same form. */
export function startFrom({ form, value }: HTMLSelectElement, starts: StartText[]): void {
  const field = form?.elements.namedItem("text");
  const text = starts[Number(value)]?.text;
  if (!(field instanceof HTMLTextAreaElement) || value === "" || text === undefined) return;
  field.value = text;
  field.focus();
}
