/** Most characters of a message that are quoted. */
const QUOTE_MAX_LENGTH = 120;

/** Lines at a message's beginning with the quotation mark of mails, '> '. */
const QUOTE = /^((?:> .*\n)+)\n*(?=\S)/;

/**
 * Separates a message's own text from the message that it answers (docs/rules.md#quotations); `quote` is null if it
 * quotes none.
 */
export function splitQuote(content: string): { quote: string | null; words: string } {
  const [whole = "", lines = ""] = QUOTE.exec(content) ?? [];
  if (lines === "") return { quote: null, words: content };
  return { quote: lines.trimEnd().replaceAll(/^> /gm, ""), words: content.slice(whole.length) };
}

/** The words with which answers to these messages can begin. */
export const listQuotes = (contents: readonly string[]): ReadonlySet<string> =>
  new Set(contents.map((content) => toQuote(content).slice(2).trimEnd()));

/** As {@link splitQuote}, but what nobody has said is the sender's own words. */
export function splitSaid(content: string, said: ReadonlySet<string>) {
  const split = splitQuote(content);
  return split.quote !== null && said.has(split.quote) ? split : { quote: null, words: content };
}

/** The member's own part of a draft, without the quoted message. */
export const dropQuote = (draft: string): string => draft.replace(/^(?:> .*(?:\n|$))+/, "");

/** The line that an answer begins with: the quoted message's own text, without any quotation in it. */
export function toQuote(content: string): string {
  const words = [...splitQuote(content).words.replaceAll(/\s+/g, " ").trim()];
  const isCut = words.length > QUOTE_MAX_LENGTH;
  return `> ${
    isCut
      ? `${words
          .slice(0, QUOTE_MAX_LENGTH - 1)
          .join("")
          .trimEnd()}…`
      : words.join("")
  }\n`;
}
