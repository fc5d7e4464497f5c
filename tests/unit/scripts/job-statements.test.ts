import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { PARKED, sendAgain, WAITING } from "~/scripts/lib/statements";

/** The migrated database, with two jobs that wait and two that are parked. */
function openDatabase() {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) db.exec(readFileSync(`migrations/${file}`, "utf8"));
  db.exec(`insert into jobs (id, conversation_id, kind, detail, created_at, attempts, next_attempt_at, last_error)
    values (1, 'one', 'close', '{}', 1000, 20, 0, 'Error'), (2, 'two', 'close', '{}', 2000, 4, 61000, 'unavailable'),
      (3, 'three', 'import', '{"messages":["a secret"]}', 3000, 20, 0, 'ZodError'), (4, null, 'fan_out', '{}', 4000, 20, 0, 'Error')`);
  return db;
}

const statesOf = (db: DatabaseSync) =>
  db
    .prepare("select id, attempts from jobs where attempts < 20 or kind = 'close' order by id")
    .all();

it("waiting jobs are counted by kind, and parked jobs are listed without their detail", () => {
  const db = openDatabase();
  expect(db.prepare(WAITING).all()).toEqual([
    {
      kind: "close",
      waiting: 2,
      failed: 2,
      attempts: 20,
      oldest: "1970-01-01 00:00:01",
      next_try: "1970-01-01 00:00:00",
    },
  ]);
  const parked = db.prepare(PARKED).all();
  expect(parked).toMatchObject([
    { id: 4, kind: "fan_out", last_error: "Error" },
    { id: 3, kind: "import", conversation_id: "three", last_error: "ZodError" },
  ]);
  expect(JSON.stringify(parked)).not.toContain("secret");
});

it("sending a parked job again resets its attempts, and is audited", () => {
  const db = openDatabase();
  db.exec(sendAgain("3", 7));
  expect(statesOf(db)).toEqual([
    { id: 1, attempts: 20 },
    { id: 2, attempts: 4 },
    { id: 3, attempts: 0 },
  ]);
  db.exec(sendAgain("all", 8));
  expect(statesOf(db)).toHaveLength(4);
  expect(db.prepare("select action, object_id, created_at from audit_events").all()).toEqual([
    { action: "send_job_again", object_id: "3", created_at: 7 },
    { action: "send_job_again", object_id: "all", created_at: 8 },
  ]);
});

it("sending a waiting job again by its id doesn't reset its attempts", () => {
  const db = openDatabase();
  db.exec(sendAgain("2", 7));
  expect(statesOf(db)).toContainEqual({ id: 2, attempts: 4 });
});

it.each(["", "3 or 1", "3; drop table jobs", "ALL", "-1"])("sendAgain refuses %j", (which) => {
  expect(() => sendAgain(which, 7)).toThrow();
});
