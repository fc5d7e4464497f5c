import { createContext } from "react";

/** Undefined in the browser, which hides nonces. */
export const NonceContext = createContext<string | undefined>(undefined);
