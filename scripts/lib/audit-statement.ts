export const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A row of the audit, without an admin: no one is signed in on the command line. */
export const audit = (action: string, id: string, now: number) =>
  `insert into audit_events (id, action, "rows", object_id, created_at)
    values (lower(hex(randomblob(16))), ${quote(action)}, 1, ${quote(id)}, ${now})`;
