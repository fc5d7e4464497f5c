/*
 * Names that the product shows in place of a member's, or that would let a member pass for staff (docs/rules.md#text).
 */
const RESERVED = [
  ...["A member", "A member who has left", "A member you blocked before", "Deleted member"],
  ...["Moderator", "Support", "Admin", "Administrator"],
];

/** Cyrillic and Greek letters by the Latin letter that they resemble, in either case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: "АаΑα",
  b: "ВвΒβ",
  c: "СсϹϲ",
  d: "Ԁԁ",
  e: "ЕеΕε",
  h: "НнҺһΗ",
  i: "ІіΙι",
  j: "Јј",
  k: "КкΚκ",
  l: "Ӏӏ",
  m: "МмΜ",
  n: "Νη",
  o: "ОоΟο",
  p: "РрΡρ",
  q: "Ԛԛ",
  s: "Ѕѕ",
  t: "ТтΤτ",
  u: "υ",
  v: "Ѵѵν",
  w: "Ԝԝω",
  x: "ХхΧχ",
  y: "УуΥγ",
  z: "Ζζ",
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) =>
    Array.from(others, (other) => [other, latin] as const),
  ),
);

const toPlain = (name: string) =>
  Array.from(name.normalize("NFKD").replace(/[\p{M}\s]/gu, ""), (one) => LATIN.get(one) ?? one)
    .join("")
    .toLowerCase();

const PLAIN = new Set(RESERVED.map(toPlain));

/** Compares the whole name. A name that only contains a reserved name is allowed. */
export const isReservedName = (name: string): boolean => PLAIN.has(toPlain(name));
