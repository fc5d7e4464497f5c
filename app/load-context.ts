import type { Deps } from "~/core/deps";
import type { Controller } from "~/core/operations/retention-notice";
import type { Logger } from "~/core/shared/logger";

declare module "@remix-run/cloudflare" {
  /** Context of every loader and action, from the Worker. */
  interface AppLoadContext {
    deps: Deps;
    config: {
      supportEmail: string;
      origin: string;
      controller: Controller;
      /** Whether this is a local server, started by `npm start` or a test. */
      isLocal: boolean;
      /** Whether the draw takes only members with a confirmed address. */
      mustVerify: boolean;
      /** Whether mails are sent, kept by a local server, or neither. */
      mail: "off" | "local" | "on";
    };
    /** The nonce of every script tag. The Content-Security-Policy allows no other script. */
    nonce: string;
    /** A logger that adds the request's id to each line. */
    logger: Logger;
    /** The client's network address, for the limits. */
    address: string;
    /** Seconds for `Retry-After`, set with a refusal of status 429 (docs/rules.md#limits). */
    retryAfter: number | null;
  }
}
