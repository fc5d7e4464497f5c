import { createServer } from "node:http";
import { Server } from "socket.io";

// The official server with the same two entrances: polling clients at /socket.io/, and a POST that publishes.
const port = Number(process.argv[2]);

const http = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname !== "/publish") {
    response.end("ready");
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const payload: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    io.to(searchParams.get("conversation") ?? "").emit("new_message", payload);
    response.end("ok");
  });
});

const io = new Server(http, { transports: ["polling"], serveClient: false });
io.on("connection", (socket) => {
  socket.on("join_conversation", (conversationId: string) => {
    socket.join(conversationId);
    socket.emit("joined_conversation", { conversationId });
  });
});

http.listen(port, "127.0.0.1");
