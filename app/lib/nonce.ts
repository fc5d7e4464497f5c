import { createContext, useContext } from "react";

/** Undefined in the browser, which hides nonces. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
