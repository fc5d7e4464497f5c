import type { Hono } from "hono";
import { cryptoRandom } from "../adapters/random";
import type { AppBindings } from "../bindings";
import { refuseMethod } from "../http/refuse";
import type { CallDefinition } from "./define-call";
import { createOpenApiDocument, type OpenApiDocument } from "./openapi";
import { renderDocsPage } from "./render-docs";

const PUBLIC = "public, max-age=300";

/** The API's description for machines and for people; both public. */
export function registerDocuments(app: Hono<AppBindings>, calls: CallDefinition[]): void {
  // The document is made at the first request, because most isolates never serve it.
  let known: OpenApiDocument | undefined;
  const load = () => {
    known ??= createOpenApiDocument(calls);
    return known;
  };
  const serve = (path: string, render: () => Response) =>
    app.all(path, ({ req }) =>
      req.method === "GET" || req.method === "HEAD" ? render() : refuseMethod(["GET"]),
    );
  serve("/api/openapi.json", () => Response.json(load(), { headers: { "cache-control": PUBLIC } }));
  serve("/api/docs", () => {
    const nonce = cryptoRandom.id();
    return new Response(renderDocsPage(load(), nonce), {
      headers: {
        "content-type": "text/html; charset=utf-8",
        // The page contains the nonce, so a cached copy works with its cached header.
        "cache-control": PUBLIC,
        "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      },
    });
  });
}
