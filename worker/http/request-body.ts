import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";

/**
 * An unused body is read up to this size, because some proxies turn an early close into a 502. hono/body-limit leaves
 * an unused body unread.
 */
const DRAINED_BYTES = 32 * 1024 * 1024;

const statedLength = (request: Request) =>
  Number(request.headers.get("content-length") ?? Number.NaN);

/** Null for a larger body. A client can lie in Content-Length, so the bytes are counted. */
async function readBytesWithin(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (statedLength(request) > DRAINED_BYTES) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    total += next.value.byteLength;
    if (total <= maxBytes) chunks.push(next.value);
    else if (total > DRAINED_BYTES) {
      await reader?.cancel();
      break;
    }
  }
  return total > maxBytes ? null : new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Reads the body of a request that was answered without reading it. Never throws. */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await readBytesWithin(request, 0).catch(() => undefined);
}

/** @throws AppError `body_too_large` above 64 KiB */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytesWithin(request, MAX_BODY_BYTES);
  if (!bytes) throw new AppError("body_too_large");
  return bytes;
}
