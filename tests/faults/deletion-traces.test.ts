import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "~/tests/support/local-d1";
import { orderFaults } from "./support/faults";
import { LiveServer, type Member, type Pair } from "./support/live-server";

let folder: string;
let server: LiveServer;
let pairs: Pair[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "traces-"));
  ({ server, pairs } = await LiveServer.open(folder));
});
afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** The files of the database and of all objects. */
const listFiles = () =>
  readdirSync(join(folder, "v3"), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name));

/** Whether a text is anywhere in the files, even in pages that SQLite has freed. */
const isOnDisk = (text: string) =>
  listFiles().some((file) => readFileSync(file, "latin1").includes(text));

/** Lists the tables that have a text in a row, in the database and in every object. */
function findTables(text: string): string[] {
  return listFiles()
    .filter((file) => file.endsWith(".sqlite"))
    .flatMap((file) => {
      const database = new DatabaseSync(file, { timeout: 10_000 });
      const tables = database
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\'",
        )
        .all()
        .map(({ name }) => String(name))
        // The local runtime's own tables contain the names of objects, and some objects are named by a member's id.
        .filter((name) => !name.startsWith("__miniflare"))
        .filter((name) =>
          JSON.stringify(database.prepare(`select * from "${name}"`).all()).includes(text),
        );
      database.close();
      return tables;
    });
}

/** Runs statements in the file that has the given table, which is the file of the database or of the ledger. */
function runIn(table: string, statements: string): void {
  for (const file of listFiles().filter((one) => one.endsWith(".sqlite"))) {
    const database = new DatabaseSync(file, { timeout: 10_000 });
    if (database.prepare("select 1 from sqlite_master where name = ?").get(table)) {
      database.exec(statements);
    }
    database.close();
  }
}

function select<Row>(statement: string): Row[] {
  const database = openDatabase(folder);
  const rows = database.prepare(statement).all() as Row[];
  database.close();
  return rows;
}

const WORDS = "words that nobody shall find again";
const statusOf = async (member: Member, method: string, path: string, body?: object) =>
  (await server.call(member, method, path, body)).status;

it("a deletion leaves no message, id or address of the member on the disk, and kept digests are deleted once they expire", async () => {
  const [{ conversationId, members }] = pairs.splice(0, 1) as [Pair];
  const [gone, partner] = members;
  const path = `/pairings/conversation/${conversationId}/messages`;
  const names = [gone.memberId, `${gone.memberId}@example.org`];
  expect(await statusOf(gone, "POST", path, { content: WORDS })).toBe(201);
  expect(await statusOf(partner, "POST", `/blocks/${gone.memberId}`)).toBe(201);
  expect([WORDS, ...names].map(isOnDisk)).toEqual([true, true, true]);

  expect(await statusOf(gone, "DELETE", "/users/account")).toBe(200);
  const kept = select<{ kind: string; digest: string | null; subject: string }>(
    "select kind, digest, coalesce(subject, other) as subject from kept_digests order by kind",
  );
  expect(kept.map(({ kind }) => kind)).toEqual(["address", "block", "left", "pair"]);
  const [{ messages = "" } = {}] = select<{ messages: string }>("select messages from kept_words");
  const subject = kept[0]?.subject ?? "";
  const [address = ""] = kept.flatMap(({ digest }) => digest ?? []);
  // The server is killed before the files are read, as in a power cut.
  await server.kill();
  expect(isOnDisk(WORDS)).toBe(false);
  expect(names.flatMap(findTables)).toEqual([]);
  expect(findTables(messages.slice(0, 60))).toEqual(["kept_words"]);
  const tables = ["kept_digests", "kept_words", "lines"];
  expect(findTables(subject).sort()).toEqual(tables);
  expect(findTables(address)).toEqual(["kept_digests"]);
  // Moves the end of each kept record into the past, so that all of them have expired.
  runIn("kept_digests", "update kept_digests set until = 1; update kept_words set until = 1");
  runIn("lines", "update lines set at = 1");
  await server.start();

  await orderFaults(server.url, { cron: "*/10 * * * *" });
  await orderFaults(server.url, { cron: "50 * * * *" });
  await server.kill();
  expect([subject, address, messages.slice(0, 60)].flatMap(findTables)).toEqual([]);
  expect(isOnDisk(WORDS)).toBe(false);
}, 300_000);
