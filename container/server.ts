/**
 * Matches the members of a large run (docs/decisions/matcher.md): numbers in by `POST /v1/match`, the result's numbers out, with the same
 * `core/matching` as the Worker's. It keeps nothing, knows no secret and reaches nothing: a run that it doesn't answer is made again.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { answerFrames, MATCH_PATH } from "../core/matching/index.ts";

const PORT = Number(process.env.PORT ?? 8080);
/** Only the platform's own network reaches a container; a stand-in on a developer's machine is for that machine. */
const HOST = process.env.HOST ?? "0.0.0.0";
/** A page comes within a minute, or its Worker is gone. */
const SILENCE_MS = 120_000;

let isBusy = false;

async function answerMatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // One population at a time: two would need twice the memory.
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
    // A name alone: a message could quote what came.
    log(error instanceof Error ? error.name : "error", startedAt);
    if (response.headersSent) response.destroy();
    else refuse(response, 400);
  } finally {
    isBusy = false;
  }
}

function refuse(response: ServerResponse, status: number): void {
  // The rest of the request is not read.
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
// Nothing is worth waiting for: the platform asks it to end, and the run is made again.
process.once("SIGTERM", () => process.exit(0));
