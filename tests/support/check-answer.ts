import { type Schema, Validator } from "@cfworker/json-schema";
import { ERRORS, type ErrorCode } from "~/core/shared/errors";
import { describeApi } from "~/worker/api";

interface Operation {
  responses: Record<string, { content: { "application/json": { schema: Schema } } }>;
}

/** An answer may have only the fields that the document names, even where a schema allows further ones. */
const close = (_key: string, value: unknown) =>
  value instanceof Object && "properties" in value
    ? { additionalProperties: false, ...value }
    : value;

const document = JSON.parse(JSON.stringify(describeApi()), close) as {
  paths: Record<string, Record<string, Operation>>;
  components: object;
};
const paths = Object.entries(document.paths)
  // A literal path must come before a path with parameters, because the first match counts.
  .sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")))
  .map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
    operations,
  }));

function findOperations(path: string): Record<string, Operation> | null {
  const plain = path.split("?")[0]?.replace(/^\/+/, "/") ?? "";
  return paths.find(({ pattern }) => pattern.test(plain))?.operations ?? null;
}

const validators = new Map<unknown, Validator>();

function validate(schema: Schema, body: unknown): string[] {
  let validator = validators.get(schema);
  if (!validator) {
    const whole = { ...schema, components: document.components };
    validator = new Validator(whole as Schema, "2020-12", false);
    validators.set(schema, validator);
  }
  const { errors } = validator.validate(body);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

function checkEnvelope(status: number, headers: Headers, body: unknown): string[] {
  const faults = validate({ $ref: "#/components/schemas/Error" }, body);
  const { code, message, errors } = body as {
    code: ErrorCode;
    message: string;
    errors?: { message: string }[];
  };
  if (ERRORS[code]?.status !== status) faults.push(`${status} with the code ${code}`);
  if (code === "invalid_input" && errors?.[0]?.message !== message) {
    faults.push("the message of a 400 is not its first error's");
  }
  if (status === 429) {
    if (!/^[1-9]\d*$/.test(headers.get("retry-after") ?? ""))
      faults.push("429 without Retry-After");
    if (!message.includes("Please try again in")) faults.push("429 does not say when");
  }
  return faults;
}

interface AnswerToCheck {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Lists how an API answer differs from the OpenAPI document, docs/rules.md#errors and docs/rules.md#headers. */
export function findFaults({ method, path, status, headers, text }: AnswerToCheck): string[] {
  const faults: string[] = [];
  const expectHeader = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers.get(name) ?? "")) faults.push(`${name}: ${headers.get(name)}`);
  };
  expectHeader("x-request-id", /^[\w-]{16,}$/);
  expectHeader("x-content-type-options", /^nosniff$/);
  expectHeader("content-security-policy", /frame-ancestors 'none'/);
  expectHeader("referrer-policy", /\S/);
  expectHeader("cache-control", /^no-store$/);
  expectHeader("content-type", /^application\/json/);
  if (method === "HEAD") return text === "" ? faults : [...faults, "HEAD with a body"];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [...faults, `no JSON: ${text.slice(0, 100)}`];
  }
  if (status >= 400) faults.push(...checkEnvelope(status, headers, body));
  const operations = findOperations(path);
  if (!operations) return status === 404 ? faults : [...faults, `${status} for an unknown path`];
  const operation = operations[method.toLowerCase()];
  if (!operation) {
    expectHeader("allow", /\S/);
    return status === 405 ? faults : [...faults, `${status} for an unknown method`];
  }
  const response = operation.responses[status];
  if (!response) return [...faults, `${status} is not in the document`];
  return [...faults, ...validate(response.content["application/json"].schema, body)];
}
