export type Rule =
  | "changed"
  | "order"
  | "lost"
  | "doubled"
  | "unstored"
  | "read"
  | "screen"
  | "early";

export interface Fault {
  rule: Rule;
  what: string;
}
