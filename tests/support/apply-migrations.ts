import { env } from "cloudflare:workers";

// In one batch, and without the table that says which have run: each file begins with an empty database.
const statements = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);
await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
