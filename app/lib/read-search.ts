import { clip } from "~/core/shared/code-points";

/** The fields of all searches take no more. */
const MAX_LENGTH = 200;

/** The text of a search in an address, as its form repeats it; empty without any. */
export function readSearch(parameters: URLSearchParams, name: string): string {
  return clip(parameters.get(name) ?? "", MAX_LENGTH).trim();
}
