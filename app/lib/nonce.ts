import { createContext } from "react";

/** Undefined in the browser, because browsers hide nonces from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
