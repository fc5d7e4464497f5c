import type { LanguageDto } from "./contract/members";
import list from "./languages.json";

export const LANGUAGES: readonly LanguageDto[] = list.languages;

const NAMES: ReadonlyMap<unknown, string> = new Map(
  LANGUAGES.map(({ code, name }) => [code, name]),
);

export const areLanguages = (codes: readonly unknown[]): boolean =>
  new Set(codes).size === codes.length && codes.every((code) => NAMES.has(code));

/** A code that is no longer listed is its own name. */
export const nameLanguages = (codes: readonly string[]): LanguageDto[] =>
  codes.map((code) => ({ code, name: NAMES.get(code) ?? code }));
