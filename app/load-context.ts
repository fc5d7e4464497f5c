import type { Deps } from "~/core/deps";
import type { Logger } from "~/core/shared/logger";

/** The GDPR's controller. */
export interface Controller {
  /** Null if the operator hasn't stated it. The pages then say that it is missing. */
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
      /** The draw takes only members with a confirmed address. */
      mustVerify: boolean;
      mail: "off" | "local" | "on";
    };
    /** The Content-Security-Policy allows only scripts with this nonce. */
    nonce: string;
    logger: Logger;
    address: string;
    /** Seconds for `Retry-After`, with a refusal of status 429 (docs/rules.md#limits). */
    retryAfter: number | null;
  }
}
