/**
 * Whether a key belongs to an input method, which chooses words by Enter, Escape and the arrows. Safari ends the
 * composition before the key that ends it, and only its code says so.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
