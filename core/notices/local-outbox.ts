import { z } from "zod";
import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { parseJson } from "~/core/shared/parse";
import { listLocalMails } from "~/db/notices/local-mails";

const headersSchema = z.record(z.string(), z.string());

interface LocalMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  writtenAt: string;
}

/** Null on a deployed server, which keeps no outbox. */
export async function readLocalOutbox({
  db,
  mail,
}: Pick<Deps, "db" | "mail">): Promise<LocalMail[] | null> {
  if (!mail.isLocal) return null;
  const rows = await listLocalMails(db);
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    headers: parseJson(headersSchema, row.headers),
    writtenAt: toIso(row.createdAt),
  }));
}
