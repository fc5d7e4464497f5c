/**
 * What nobody will use of a body is read on and thrown away, up to here: a proxy that is still sending when its
 * reader hangs up answers with a fault of its own instead of our refusal.
 */
const DRAINED_BYTES = 32 * 1024 * 1024;

const statedLength = (request: Request) =>
  Number(request.headers.get("content-length") ?? Number.NaN);

/**
 * A body of at most `maxBytes`, or null for a larger one. Bytes are counted as they come: a length that a client
 * states is believed only when it is hopeless.
 */
export async function readBytesWithin(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (statedLength(request) > DRAINED_BYTES) return null;
  const chunks: Uint8Array[] = [];
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
  if (total > maxBytes) return null;
  const bytes = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** {@link readBytesWithin} as text. */
export async function readTextWithin(request: Request, maxBytes: number): Promise<string | null> {
  // The runtime lets no body be longer than it says.
  if (statedLength(request) <= maxBytes) return request.text();
  const bytes = await readBytesWithin(request, maxBytes);
  return bytes && new TextDecoder().decode(bytes);
}

/** Takes in what a request that is answered without a look at its body still sends. Never throws. */
export async function drainBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  await readBytesWithin(request, 0).catch(() => undefined);
}
