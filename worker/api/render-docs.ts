import { pageTitle } from "~/core/shared/brand";
import { escapeHtml } from "~/core/shared/escape-html";
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiResponse } from "./openapi";

const STYLE = `
:root { color-scheme: light dark; --ink: #1d1b18; --paper: #fbf8f2; --line: #d9d2c3; --soft: #5d574c; --mark: #8a2d1c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7dc; --paper: #171512; --line: #3b372f; --soft: #b3ab9b; --mark: #f0a08e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main, header, nav { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1, h2, h3 { font-family: ui-serif, Georgia, serif; line-height: 1.2; }
h2 { margin: 3rem 0 0; border-bottom: 2px solid var(--ink); padding-bottom: .25rem; }
h3 { margin: 0; font-size: 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 .25rem; font-size: .875rem; color: var(--soft); }
a { color: inherit; }
a:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
article { border-bottom: 1px solid var(--line); padding: 1.5rem 0; }
.method { color: var(--mark); }
.access { color: var(--soft); font-size: .875rem; margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: start; vertical-align: top; padding: .25rem .75rem .25rem 0; border-top: 1px solid var(--line); }
td p { margin: 0; }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
`;

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;

/** Renders text as HTML. A blank line begins a paragraph, and text in backticks becomes `code`. */
function renderText(text: string): string {
  return text
    .split("\n\n")
    .map((one) => `<p>${escapeHtml(one).replace(/`([^`]+)`/g, "<code>$1</code>")}</p>`)
    .join("");
}

/** Describes a schema in one line: its type, its values and its bounds. */
function describeSchema(schema: JsonSchema): string {
  const { anyOf, type, items, properties, $ref, pattern, format } = schema;
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? "";
  if (Array.isArray(anyOf)) return anyOf.map((one) => describeSchema(one)).join(" or ");
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => `"${one}"`).join(" or ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (type === "array") return `array of ${describeSchema(items as JsonSchema)}`;
  if (properties) {
    const fields = Object.entries(properties as Record<string, JsonSchema>);
    return `{ ${fields.map(([name, one]) => `${name}: ${describeSchema(one)}`).join(", ")} }`;
  }
  const bounds = [
    ["minLength", "at least", "characters"],
    ["maxLength", "at most", "characters"],
    ["minimum", "from", ""],
    ["maximum", "to", ""],
    ["multipleOf", "in steps of", ""],
  ]
    .filter(([key = ""]) => key in schema && Math.abs(Number(schema[key])) < 2 ** 53 - 1)
    .map(([key = "", words, unit]) => `${words} ${schema[key]} ${unit}`.trim());
  const form = format ?? (pattern === undefined ? undefined : "in the form described");
  return [type ?? "any", ...(form ? [form] : []), ...bounds].join(", ");
}

function renderFields(schema: JsonSchema): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (fields.length === 0) return `<p>${code(describeSchema(schema))}</p>`;
  const required = new Set((schema.required ?? []) as string[]);
  const rows = fields.map(([name, one]) =>
    row(
      `${code(name)}${required.has(name) ? "" : " (optional)"}`,
      `${code(describeSchema(one))}${renderText(String(one.description ?? ""))}`,
    ),
  );
  return table("Field", "Value", rows);
}

const row = (head: string, cell: string) => `<tr><th scope="row">${head}</th><td>${cell}</td></tr>`;
const table = (first: string, second: string, rows: string[]) =>
  `<div class="scroll" tabindex="0" role="group" aria-label="${first}s"><table><thead><tr><th scope="col">${first}</th><th scope="col">${second}</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`;

function renderResponse([status, { description, content }]: [string, OpenApiResponse]): string {
  const { schema } = content["application/json"];
  const shape = Number(status) < 400 ? `<p>${code(describeSchema(schema))}</p>` : "";
  return row(status, renderText(description) + shape);
}

function renderOperation(method: string, path: string, operation: OpenApiOperation): string {
  const access = operation.security.length > 0 ? "Needs a bearer token" : "Open to anyone";
  const parameters = (operation.parameters ?? []).map((one) =>
    row(
      `${code(one.name)} in ${one.in}${one.required ? "" : " (optional)"}`,
      code(describeSchema(one.schema)),
    ),
  );
  const body = operation.requestBody?.content["application/json"].schema;
  return `<article id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<h3 id="${operation.operationId}-title"><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</h3>
<p>${escapeHtml(operation.summary)}</p>
<p class="access">${access}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table("Parameter", "Value", parameters)}` : ""}
${body ? `<h4>Body</h4>${renderFields(body)}` : ""}
<h4>Answers</h4>${table("Status", "Answer", Object.entries(operation.responses).map(renderResponse))}
</article>`;
}

/** Renders the document as one page of plain HTML, without scripts and without further requests. */
export function renderDocsPage({ info, tags, paths }: OpenApiDocument, nonce: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const anchor = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, "-");
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const articles = own.map((one) => renderOperation(one.method, one.path, one.operation));
    return `<section><h2 id="${anchor(name)}">${escapeHtml(name)}</h2>${articles.join("")}</section>`;
  });
  const links = tags.map(
    ({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(pageTitle("API"))}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<header><h1>${escapeHtml(info.title)}</h1>${renderText(info.description)}
<p>The same for machines: <a href="/api/openapi.json">openapi.json</a>. <a href="/">Back to Home</a></p></header>
<nav aria-label="Parts of the API"><ul>${links.join("")}</ul></nav>
<main>${sections.join("")}</main>
</body>
</html>
`;
}
