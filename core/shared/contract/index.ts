/**
 * Schemas of the data between the server and its clients (docs/rules.md#shapes). They type the API's calls, generate
 * the OpenAPI document, and check each answer in the tests. `app/` imports only the types, so that zod stays out of the
 * first page's bundle.
 */
export * from "./admin";
export * from "./conversations";
export { confirmationSchema } from "./fields";
export * from "./members";
export * from "./moderation";
export * from "./notifications";
export * from "./pairings";
