import { createContext, useContext } from "react";

/** The request's nonce on the server; undefined in the browser, which hides nonces. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
