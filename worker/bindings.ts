import type { Deps } from "~/core/deps";
import type { Logger } from "~/core/shared/logger";
import type { Env } from "./env";

/** The types of the context of the router's handlers. */
export interface AppBindings {
  Bindings: Env;
  Variables: {
    /** Writes the request's id with each line. */
    logger: Logger;
    deps: Deps;
    /** The client's network address. */
    address: string;
    /** The nonce of a page's scripts; set only under the page policy. */
    secureHeadersNonce: string;
  };
}
