import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { noteLook, restoreMessages } from "~/scripts/lib/statements";

const ID = "a-conversation";
const MESSAGE = {
  id: "m1",
  sender_id: "ann",
  content: "it's; drop table jobs; --",
  client_id: null,
  created_at: 1_795_348_800_000,
  read_at: null,
};

function openDatabase() {
  const db = new DatabaseSync(":memory:");
  db.exec(`create table jobs (id integer primary key, conversation_id text, kind text, detail text, created_at integer);
    create table audit_events (id text primary key, admin_id text, action text not null, "rows" integer not null,
      subject_id text, object_id text, created_at integer not null)`);
  return db;
}

it("restoring a conversation stores an import job for its object, and an audit event", () => {
  const db = openDatabase();
  db.exec(restoreMessages(ID, [{ ...MESSAGE, more: "ignored" }], 5));
  const [row] = db.prepare("select * from jobs").all();
  expect({ ...row, detail: JSON.parse(String(row?.detail)) }).toEqual({
    id: 1,
    conversation_id: ID,
    kind: "import",
    detail: { messages: [MESSAGE] },
    created_at: 5,
  });
  expect(db.prepare("select action, object_id, created_at from audit_events").all()).toEqual([
    { action: "restore_conversation", object_id: ID, created_at: 5 },
  ]);
});

it("a long conversation is split into jobs whose statements stay below 100,000 bytes", () => {
  const db = openDatabase();
  const long = { ...MESSAGE, content: "🙂".repeat(2_000) };
  const statements = restoreMessages(ID, Array<unknown>(25).fill(long), 5);
  for (const one of statements.split(";\n")) expect(Buffer.byteLength(one)).toBeLessThan(100_000);
  db.exec(statements);
  const rows = db.prepare("select detail from jobs").all();
  const counts = rows.map(({ detail }) => JSON.parse(String(detail)).messages.length);
  expect(counts).toEqual([10, 10, 5]);
});

it("looking at a conversation is stored as an audit event", () => {
  const db = openDatabase();
  db.exec(noteLook(ID, 5));
  expect(db.prepare("select action, object_id from audit_events").all()).toEqual([
    { action: "look_at_conversation", object_id: ID },
  ]);
});

it.each([
  ["an invalid id", "a'; drop", [MESSAGE]],
  ["an object instead of a list", ID, MESSAGE],
  ["an empty list", ID, []],
  ["a message without text", ID, [{ ...MESSAGE, content: "" }]],
  ["a time that is no number", ID, [{ ...MESSAGE, created_at: "now" }]],
])("restoreMessages refuses %s", (_name, id, messages) => {
  expect(() => restoreMessages(id, messages, 5)).toThrow();
});
