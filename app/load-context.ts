import type { Deps } from "~/core/deps";
import type { Logger } from "~/core/shared/logger";

/** The controller as defined by the GDPR. */
export interface Controller {
  /** Null if the operator hasn't configured a name. The pages then say that the name is missing. */
  name: string | null;
  address: string[];
  privacyEmail: string;
  childSafetyEmail: string;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    deps: Deps;
    config: {
      supportEmail: string;
      origin: string;
      controller: Controller;
      isLocal: boolean;
      /** If true, the draw leaves out members without a confirmed e-mail address. */
      mustVerify: boolean;
      mail: "off" | "local" | "on";
    };
    nonce: string;
    logger: Logger;
    address: string;
    /** Seconds for the header `Retry-After` of a 429 answer (docs/rules.md#limits). */
    retryAfter: number | null;
  }
}
