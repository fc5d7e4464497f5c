/**
 * Shapes that cross a boundary (docs/rules.md#shapes), each once: a zod schema, and the type that follows from it. The
 * API's calls are typed by the schemas, the OpenAPI document is made of them, and the tests hold each answer to them.
 * Schemas of what comes in are beside their services (`core/<area>/schemas.ts`). `app/` imports only the types, so
 * that zod stays out of the first page's bundle.
 */
export * from "./admin";
export * from "./conversations";
export { confirmationSchema } from "./fields";
export { inShape } from "./in-shape";
export * from "./members";
export * from "./moderation";
export * from "./notifications";
export * from "./pairings";
