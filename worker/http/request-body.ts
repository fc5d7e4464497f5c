import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";

/**
 * How much of an unused body is read. It is read because some proxies turn an early close into a 502 instead of our
 * refusal; hono/body-limit doesn't.
 */
const DRAINED_BYTES = 32 * 1024 * 1024;

const statedLength = (request: Request) =>
  Number(request.headers.get("content-length") ?? Number.NaN);

/** Null for a larger body. Content-Length is only used to reject early; the limit is checked on the bytes that are read. */
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

/** If the request was answered without its body. Never throws. */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await readBytesWithin(request, 0).catch(() => undefined);
}

/** At most 64 KiB. @throws AppError `body_too_large` */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytesWithin(request, MAX_BODY_BYTES);
  if (!bytes) throw new AppError("body_too_large");
  return bytes;
}
