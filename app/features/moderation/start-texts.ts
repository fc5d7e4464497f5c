/** A text to start from, which the admin completes: the decision, its facts and its consequences. */
export interface StartText {
  label: string;
  text: string;
}

/** The texts by kind of decision, about a member or an appeal. */
export const START_TEXTS: Record<string, StartText[]> = {
  warn: [
    {
      label: "Insults",
      text: "You insulted your partner in yesterday's conversation: “…”. Please be kind, even to people you don't like. If it happens again, we will suspend your account.",
    },
    {
      label: "Advertising",
      text: "You sent advertising to your partner: “…”. Happenstance is for meeting people. If it happens again, we will suspend your account.",
    },
    {
      label: "Sexual messages nobody asked for",
      text: "You sent sexual messages that your partner hadn't asked for: “…”. Please ask first, and stop when you get no yes. If it happens again, we will suspend your account.",
    },
  ],
  suspend: [
    {
      label: "Threats",
      text: "You threatened your partner: “…”. We don't accept threats, whatever came before. Your account is suspended until the date you see here. If it happens again, we will ban it.",
    },
    {
      label: "Again after a warning",
      text: "We warned you on … for the same behavior. You did it again: “…”. Your account is suspended until the date you see here.",
    },
    {
      label: "Pressing for contact or pictures",
      text: "You kept pressing your partner for … after they had said no: “…”. Your account is suspended until the date you see here.",
    },
  ],
  ban: [
    {
      label: "Under 18",
      text: "What you wrote says that you are under 18: “…”. Happenstance is for adults only, so we have closed your account. You can appeal if we are wrong.",
    },
    {
      label: "Fraud",
      text: "You tried to get money or account details from your partner: “…”. We have closed your account.",
    },
    {
      label: "Serious or repeated threats",
      text: "You threatened your partner: “…”. Because of how serious it is, we have closed your account.",
    },
  ],
  lift: [
    {
      label: "A mistake of ours",
      text: "We looked at our decision again and it was wrong: …. Your account is as before. We are sorry.",
    },
  ],
  upheld: [
    {
      label: "The facts stand",
      text: "We read your appeal and the messages again. You wrote “…”, and that is against our rules. Our decision stays.",
    },
  ],
  overturned: [
    {
      label: "A mistake of ours",
      text: "We read your appeal and the messages again, and you are right: …. We have lifted our decision. We are sorry.",
    },
  ],
};

/** Puts the chosen text into the field `text` of the same form. */
export function startFrom({ form, value }: HTMLSelectElement, starts: StartText[]): void {
  const field = form?.elements.namedItem("text");
  const text = starts[Number(value)]?.text;
  if (!(field instanceof HTMLTextAreaElement) || value === "" || text === undefined) return;
  field.value = text;
  field.focus();
}
