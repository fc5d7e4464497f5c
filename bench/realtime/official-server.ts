import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { jwtVerify } from "jose";
import { Server } from "socket.io";
import { ACCESS, type Access, type Claims, POPULATION, SCHEMA, SECRET, SESSION } from "./checks.ts";

// The official server with the product's checks: a token, a session, the two members, blocks, limits, `client_id`; one
// SQLite, in the same process. What it stores it sends to the conversation's room.
const port = Number(process.argv[2]);
const key = new TextEncoder().encode(SECRET);

const db = new DatabaseSync(join(tmpdir(), `realtime-bench-${process.pid}.sqlite`));
db.exec("pragma journal_mode = wal; pragma synchronous = full");
db.exec(SCHEMA);
for (const statement of POPULATION) db.exec(statement);
db.exec(`
  create table messages (
    conversation_id text not null, created_at integer not null, id text not null, sender_id text not null,
    content text not null, client_id text, read_at integer, primary key (conversation_id, created_at)
  ) without rowid;
  create unique index messages_client_id_idx on messages (sender_id, client_id) where client_id is not null`);
const access = db.prepare(ACCESS);
const session = db.prepare(SESSION);
const known = db.prepare("select * from messages where sender_id = ? and client_id = ?");
const limits = db.prepare(
  `select count(*) as minute, count(*) filter (where created_at > ?4) as second
   from messages where conversation_id = ?1 and created_at > ?3 and sender_id = ?2`,
);
const today = db.prepare(
  `select count(*) as messages, sum(length(cast(content as blob))) as bytes
   from messages where conversation_id = ?1 and created_at > ?3 and sender_id = ?2`,
);
const newest = db.prepare(
  "select max(created_at) as newest from messages where conversation_id = ?",
);
const insert = db.prepare("insert into messages values (?, ?, ?, ?, ?, ?, null)");

async function readClaims(token: unknown): Promise<Claims> {
  const { payload } = await jwtVerify(String(token), key, { algorithms: ["HS256"] });
  return { memberId: String(payload.sub), sessionId: String(payload.sid) };
}

function findAccess({ memberId, sessionId }: Claims, conversationId: string): Access | undefined {
  return access.get(sessionId, memberId, Date.now(), conversationId) as Access | undefined;
}

function send(
  { memberId }: Claims,
  { id: conversationId, name, avatar_url }: Access,
  { content, client_id }: { content: string; client_id: string },
) {
  if (known.get(memberId, client_id)) throw new Error("sent twice");
  const now = Date.now();
  const { minute, second } = limits.get(conversationId, memberId, now - 60_000, now - 1_000) as {
    minute: number;
    second: number;
  };
  const day = today.get(conversationId, memberId, now - (now % 86_400_000)) as { messages: number };
  if (minute >= 60 || second >= 12 || day.messages >= 2_000) throw new Error("too many");
  const last = (newest.get(conversationId) as { newest: number | null }).newest ?? 0;
  const createdAt = Math.max(now, last + 1);
  const id = createdAt.toString(16).padStart(12, "0") + crypto.randomUUID();
  insert.run(conversationId, createdAt, id, memberId, content, client_id);
  const iso = new Date(createdAt).toISOString();
  const message = {
    message_id: id,
    content,
    sender_id: memberId,
    sender_name: name,
    sender_avatar: avatar_url,
    created_at: iso,
    sent_at: iso,
    is_read: false,
    client_id,
  };
  io.to(conversationId).emit("new_message", message);
  return message;
}

async function readBody(request: IncomingMessage): Promise<{ content: string; client_id: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

const http = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname !== "/messages") {
    response.end("ready");
    return;
  }
  const claims = await readClaims(request.headers.authorization?.slice("Bearer ".length));
  const body = await readBody(request);
  const row = findAccess(claims, searchParams.get("conversation") ?? "");
  if (!row) {
    response.writeHead(404).end();
    return;
  }
  const message = send(claims, row, body);
  response.writeHead(201, { "Content-Type": "application/json" }).end(JSON.stringify(message));
});

const io = new Server(http, { serveClient: false });
io.use(async (socket, next) => {
  const claims = await readClaims(socket.handshake.auth.token);
  if (!session.get(claims.sessionId, claims.memberId, Date.now()))
    return next(new Error("no session"));
  socket.data.claims = claims;
  next();
});
io.on("connection", (socket) => {
  const { claims } = socket.data as { claims: Claims };
  let granted: Access | undefined;
  socket.on("join_conversation", (conversationId: string) => {
    granted = findAccess(claims, conversationId);
    if (!granted) return;
    socket.join(conversationId);
    socket.emit("joined_conversation", { conversationId });
  });
  // As ours: judged by what was granted at the join.
  socket.on("send_message", (body, ack) => {
    if (granted) ack({ ok: true, message: send(claims, granted, body), isNew: true });
  });
});

http.listen(port, "127.0.0.1");
