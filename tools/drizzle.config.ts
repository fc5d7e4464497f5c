/** For `npm run migration`. Paths start at the repository's root, where drizzle-kit runs. */
export default {
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./db/schema/index.ts",
  out: "./migrations",
};
