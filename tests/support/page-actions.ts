import { env } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { AppError } from "~/core/shared/errors";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { readPageRequest } from "~/worker/http/page-request";

export const ORIGIN = "https://happenstance.test";
export const ADDRESS = "192.0.2.7";

export type PageHandler = (asked: {
  request: Request;
  params: Record<string, string>;
  context: AppLoadContext;
}) => Promise<unknown>;

const modules = import.meta.glob<{ action?: PageHandler }>("../../app/routes/*.{ts,tsx}", {
  eager: true,
});

/** The action of each route, except the route of unknown addresses, which reads no form. */
export const pageActions: Record<string, PageHandler> = Object.fromEntries(
  Object.entries(modules).flatMap(([path, { action }]) => {
    const route = path.replace(/^.*\/routes\/|\.tsx?$/g, "");
    return action && route !== "$" ? [[route, action]] : [];
  }),
);

export function createPageContext() {
  const logger = createLogger({});
  const mail = { LOCAL_OUTBOX: "http://127.0.0.1:1", DELIVERIES: { sendBatch: async () => {} } };
  const bindings = { ...env, ...mail } as unknown as typeof env;
  const deps = createDeps(bindings, { logger, defer: () => undefined });
  const config = { origin: ORIGIN, isLocal: true, mail: "local" };
  return { deps, config, logger, address: ADDRESS, retryAfter: null };
}

interface Asked {
  path: string;
  token: string;
  params?: Record<string, string>;
  /** An encoded form. A request with a form is a POST. */
  body?: string;
}

export async function askPage(handler: PageHandler, { path, token, params = {}, body }: Asked) {
  const context = createPageContext();
  const headers = new Headers({ cookie: `__Host-session=${token}` });
  if (body !== undefined) headers.set("content-type", "application/x-www-form-urlencoded");
  const sent = new Request(ORIGIN + path, {
    headers,
    ...(body !== undefined && { method: "POST", body: new TextEncoder().encode(body) }),
  });
  const asked = { params, context: context as unknown as AppLoadContext };
  const answer = await readPageRequest(sent)
    .then((request) => handler({ ...asked, request }))
    .catch((thrown: unknown) => thrown);
  const { retryAfter } = context;
  if (answer instanceof Response) {
    return { status: answer.status, words: await answer.text(), retryAfter };
  }
  if (answer instanceof AppError) return { status: answer.status, words: answer.code, retryAfter };
  if (answer instanceof Error) throw answer;
  const isData = answer !== null && typeof answer === "object" && "init" in answer;
  const { data, init } = (isData ? answer : { data: answer, init: null }) as {
    data: unknown;
    init: ResponseInit | null;
  };
  return { status: init?.status ?? 200, words: JSON.stringify(data), retryAfter };
}
