const QUOTE_MAX_LENGTH = 120;

/** Lines at the beginning that start with '> ', as in mails (docs/rules.md#quotations). */
const QUOTE = /^((?:> .*\n)+)\n*(?=\S)/;

export function splitQuote(content: string): { quote: string | null; words: string } {
  const [whole = "", lines = ""] = QUOTE.exec(content) ?? [];
  if (lines === "") return { quote: null, words: content };
  return { quote: lines.trimEnd().replaceAll(/^> /gm, ""), words: content.slice(whole.length) };
}

/** Every quotation that an answer to these messages can have. */
export const listQuotes = (contents: readonly string[]): ReadonlySet<string> =>
  new Set(contents.map((content) => toQuote(content).slice(2).trimEnd()));

/** Unlike {@link splitQuote}, treats a quotation that is not in `said` as the sender's own words. */
export function splitSaid(content: string, said: ReadonlySet<string>) {
  const split = splitQuote(content);
  return split.quote !== null && said.has(split.quote) ? split : { quote: null, words: content };
}

export const dropQuote = (draft: string): string => draft.replace(/^(?:> .*(?:\n|$))+/, "");

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
