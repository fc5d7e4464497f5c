import { env } from "cloudflare:workers";

export async function countJobs(): Promise<number> {
  const statement = env.DB.prepare("select count(*) as waiting from jobs");
  return (await statement.first<number>("waiting")) ?? Number.NaN;
}
