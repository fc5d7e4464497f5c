/**
 * Matches the members of a large run (docs/decisions/matcher.md). `POST /v1/match` takes numbers and returns the result as
 * numbers, made by the same `matching` as in the Worker. The server stores nothing, has no secret and makes no connection.
 * If it doesn't answer, the run is made again.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerFrames, MATCH_PATH } from "../matching/src/index.ts";

const PORT = Number(process.env.PORT ?? 8080);
/** Only the platform's own network reaches a container. On a developer's machine `HOST` limits the server to that machine. */
const HOST = process.env.HOST ?? "0.0.0.0";
/** The longest pause between two pages of a request. A Worker sends a page within a minute, or it is gone. */
const SILENCE_MS = 120_000;

let isBusy = false;

async function answerMatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Only one population at a time, because two would need twice the memory.
  if (isBusy) return refuse(response, 503);
  isBusy = true;
  const startedAt = performance.now();
  try {
    const parts = await answerFrames(request);
    response.writeHead(200, { "content-type": "application/octet-stream" });
    for (const part of parts) {
      if (!response.write(part)) await once(response, "drain");
    }
    response.end();
    log("matched", startedAt);
  } catch (error) {
    // Logs only the error's name, because its message could quote the request.
    log(error instanceof Error ? error.name : "error", startedAt);
    if (response.headersSent) response.destroy();
    else refuse(response, 400);
  } finally {
    isBusy = false;
  }
}

function refuse(response: ServerResponse, status: number): void {
  // `connection: close`, because the rest of the request is not read.
  response.writeHead(status, { connection: "close" }).end();
}

function log(event: string, startedAt: number): void {
  const ms = Math.round(performance.now() - startedAt);
  const mb = Math.round(process.memoryUsage().rss / 1e6);
  console.log(JSON.stringify({ event, ms, mb }));
}

const server = createServer((request, response) => {
  const route = `${request.method} ${request.url}`;
  if (route === "GET /health") response.end("ok");
  else if (route === `POST ${MATCH_PATH}`) void answerMatch(request, response);
  else refuse(response, 404);
});
server.requestTimeout = 0;
server.setTimeout(SILENCE_MS);
server.listen(PORT, HOST, () => console.log(JSON.stringify({ event: "listening" })));
// The server ends immediately when the platform asks it to, because the run is made again anyway.
process.once("SIGTERM", () => process.exit(0));
