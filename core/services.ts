import * as admin from "./admin/service";
import * as auth from "./auth/service";
import * as conversations from "./conversation/service";
import type { Deps } from "./deps";
import * as moderation from "./moderation/service";
import * as pairings from "./pairing/service";
import * as profiles from "./profile/service";

type UseCase = (deps: Deps, ...rest: never[]) => unknown;
type Bound<Module> = {
  [Name in keyof Module as Module[Name] extends UseCase ? Name : never]: Module[Name] extends (
    deps: Deps,
    ...rest: infer Rest
  ) => infer Answer
    ? (...rest: Rest) => Answer
    : never;
};

function bind<Module extends object>(module: Module, deps: Deps): Bound<Module> {
  const bound = Object.entries(module).map(([name, useCase]) => [
    name,
    (...rest: unknown[]) => useCase(deps, ...rest),
  ]);
  return Object.fromEntries(bound) as Bound<Module>;
}

/**
 * Every use case of the product with its dependencies in place: the one object that the API, the
 * pages and the cron call. One per request.
 */
export function createServices(deps: Deps) {
  return {
    admin: bind(admin, deps),
    auth: bind(auth, deps),
    conversations: bind(conversations, deps),
    moderation: bind(moderation, deps),
    pairings: bind(pairings, deps),
    profiles: bind(profiles, deps),
  };
}

export type Services = ReturnType<typeof createServices>;
