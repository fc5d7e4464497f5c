/** As a search compares it: lower case, without accents and other marks. */
export const foldText = (text: string) =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
