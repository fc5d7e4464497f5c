/** For comparing in a search: lower case, without accents and other marks. */
export const foldText = (text: string) =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
