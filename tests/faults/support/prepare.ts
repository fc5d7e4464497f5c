import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { newId } from "~/core/shared/random";
import { ensureBuild } from "~/scripts/lib/ensure-build.mjs";
import { ensureSecrets } from "~/scripts/lib/ensure-secrets.mjs";
import { ensureMigrated } from "~/scripts/lib/local-database.mjs";
import { openDatabase } from "~/tests/support/local-d1";
import { signSession } from "~/tests/support/signed-session";
import type { Member, Pair } from "./live-server";

const DAY_MS = 86_400_000;
/** Enough for each test file. The soak alone uses twelve pairs. `bench/kills` asks for more. */
const PAIRS = Number(process.env.PAIRS ?? 24);

declare module "vitest" {
  interface ProvidedContext {
    /** The build under test, and a state folder to copy. The state has the pairs, whose conversations are open. */
    prepared: { worker: string; assets: string; state: string; pairs: Pair[] };
  }
}

/** Runs before all tests. Makes the build, and a state folder of which each server gets a copy. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "faults-"));
  const state = join(folder, "state");
  // The scripts find the state folder by this variable.
  process.env.STATE_DIR = state;
  await ensureSecrets();
  const { worker, assets } = await ensureBuild();
  await ensureMigrated();
  const pairs = await Promise.all(Array.from({ length: PAIRS }, createPair));
  const database = openDatabase(state);
  database.exec(`begin; ${toSql(pairs)} commit`);
  database.close();
  project.provide("prepared", { worker, assets, state, pairs });
  return () => rm(folder, { recursive: true, force: true });
}

async function createMember(): Promise<Member> {
  const memberId = newId();
  const { token, row } = await signSession(memberId);
  return { memberId, sessionId: row.id, token };
}

async function createPair(): Promise<Pair> {
  const members: [Member, Member] = [await createMember(), await createMember()];
  return { conversationId: newId(), members };
}

/** All pairs are in one published run. Their conversations end a day from now, whatever the time of day. */
function toSql(pairs: Pair[]): string {
  const now = Date.now();
  const date = new Date(now).toISOString().slice(0, 10);
  const lines = [
    `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at, published_at)
     values ('run', 'run', '${date}', 'admin', 'published', 0, 'seed', ${now}, ${now});`,
  ];
  for (const { conversationId, members } of pairs) {
    for (const { memberId, sessionId } of members) {
      lines.push(
        `insert into members (id, name, email, password_hash, dob, created_at)
         values ('${memberId}', 'Member', '${memberId}@example.org', '-', '1990-01-01', ${now});`,
        `insert into sessions (id, member_id, created_at, expires_at)
         values ('${sessionId}', '${memberId}', ${now}, ${now + DAY_MS});`,
      );
    }
    lines.push(
      `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
       values ('${conversationId}', 'run', '${members[0].memberId}', '${members[1].memberId}', '${date}', ${now + DAY_MS});`,
    );
  }
  return lines.join("\n");
}
