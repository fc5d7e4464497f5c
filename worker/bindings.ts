import type { Deps } from "~/core/deps";
import type { Logger } from "~/core/shared/logger";
import type { Env } from "./env";

export interface AppBindings {
  Bindings: Env;
  Variables: {
    logger: Logger;
    deps: Deps;
    address: string;
    secureHeadersNonce: string;
  };
}
