/** Of `npm run migration -- NAME`. Paths start at the repository's root, where drizzle-kit is run. */
export default {
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./db/schema/index.ts",
  out: "./migrations",
};
