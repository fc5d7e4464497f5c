import { env } from "cloudflare:workers";

/** The number of jobs that wait or are parked. */
export async function countJobs(): Promise<number> {
  const statement = env.DB.prepare("select count(*) as waiting from jobs");
  return (await statement.first<number>("waiting")) ?? Number.NaN;
}
