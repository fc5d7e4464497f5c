/** The storage of an object: one synchronous connection to SQLite. */
export interface Sql {
  exec<Row extends Record<string, SqlStorageValue>>(
    statement: string,
    ...values: (string | number | null)[]
  ): Iterable<Row>;
}

/**
 * The schema of a conversation's own database, in steps. Only append to it, because each object applies the steps that it has
 * not applied yet.
 *
 * `created_at`, in milliseconds since 1970, is unique within the conversation and ascends, so it is the order of the
 * messages and needs no other index.
 */
const STEPS = [
  `create table messages (
     created_at integer primary key,
     id text not null,
     sender_id text not null,
     content text not null,
     client_id text,
     read_at integer
   );
   create unique index messages_client_id_idx on messages (sender_id, client_id) where client_id is not null;
   create table standing (
     id integer primary key check (id = 1),
     closed_reason text,
     version integer not null
   )`,
  // `announced` is 1 if the partner's devices were notified of the message. While such a message is unread, they are not notified again.
  "alter table messages add column announced integer not null default 0",
  // While the object is awake it has every client_id of its conversation in memory (message-store.ts). An index would add a
  // written row and a synced page to every message.
  "drop index messages_client_id_idx",
  `create table questions (
     level integer primary key,
     question text not null,
     revealed_at integer
   );
   create table answers (
     level integer not null,
     member_id text not null,
     answer text not null,
     key text not null,
     primary key (level, member_id)
   ) without rowid;
   create table answer_times (
     member_id text not null,
     at integer not null
   );
   alter table standing add column was_blocked integer not null default 0`,
];

/**
 * Brings the schema up to date. An object that was only read, and has nothing to store, gets no tables, because they would be
 * billed.
 */
export class MessageSchema {
  #sql: Sql;
  /** Null until the first look. */
  #isThere: boolean | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Whether the object has tables. The first look applies the steps that a stored schema lacks. */
  get isThere(): boolean {
    this.#isThere ??= this.#look();
    return this.#isThere;
  }

  /** Makes the tables before the first write. */
  create(): void {
    if (this.isThere) return;
    this.#sql.exec("create table schema_steps (applied integer not null)");
    this.#sql.exec("insert into schema_steps values (0)");
    this.#apply(0);
    this.#isThere = true;
  }

  /** Called after the whole storage was deleted. */
  forget(): void {
    this.#isThere = false;
  }

  #look(): boolean {
    const [table] = this.#sql.exec("select 1 from sqlite_master where name = 'schema_steps'");
    if (!table) return false;
    const [row] = this.#sql.exec<{ applied: number }>("select applied from schema_steps");
    this.#apply(row?.applied ?? 0);
    return true;
  }

  #apply(from: number): void {
    for (const step of STEPS.slice(from)) this.#sql.exec(step);
    if (from < STEPS.length) this.#sql.exec("update schema_steps set applied = ?", STEPS.length);
  }
}
