/** A rule that a history breaks. */
export type Rule =
  | "changed"
  | "order"
  | "lost"
  | "doubled"
  | "closed"
  | "unstored"
  | "signed out"
  | "read"
  | "screen"
  | "early";

export interface Fault {
  rule: Rule;
  what: string;
}
