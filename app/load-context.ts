import type { Controller } from "~/core/legal/notice";
import type { Logger } from "~/core/ports";
import type { Services } from "~/core/services";

declare module "@remix-run/cloudflare" {
  /** Context of every loader and action, from the Worker. */
  interface AppLoadContext {
    services: Services;
    config: {
      supportEmail: string;
      origin: string;
      controller: Controller;
      /** Whether this is a local server, of `npm start` or a test. */
      isLocal: boolean;
      /** Whether mails are sent, or kept by a local server. */
      mail: "off" | "local" | "on";
    };
    /** Nonce of every script tag: the Content-Security-Policy lets no other script run. */
    nonce: string;
    /** Writes the request's id with each line. */
    logger: Logger;
    /** The client's network address, for the limits. */
    address: string;
    /** Seconds for the answer's `Retry-After`, set with a refusal of status 429 (docs/rules.md#limits). */
    retryAfter: number | null;
  }
}
