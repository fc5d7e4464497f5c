import { env } from "cloudflare:workers";

/** How many changes conversations' objects must still hear of. */
export async function countChanges(): Promise<number> {
  const statement = env.DB.prepare("select count(*) as waiting from conversation_changes");
  return (await statement.first<number>("waiting")) ?? Number.NaN;
}
