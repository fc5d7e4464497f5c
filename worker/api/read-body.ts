import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";

/**
 * A body that is too large is read on and thrown away, up to here: a proxy that is still sending when
 * its reader hangs up answers with a fault of its own instead of our 413.
 */
const DRAINED_BYTES = 32 * 1024 * 1024;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** JSON in UTF-8, whatever else the type says; `+json` types too. */
function isJsonType(type: string): boolean {
  const [name = "", ...parameters] = type.split(";").map((part) => part.trim());
  const charset = parameters.find((one) => /^charset\s*=/i.test(one));
  return JSON_TYPE.test(name) && (!charset || /^charset\s*=\s*"?utf-?8"?$/i.test(charset));
}

/**
 * Reads a body of at most 64 KiB, counted in bytes as they come: a length that a client states is
 * believed only when it is hopeless.
 * @throws AppError `body_too_large`
 */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > DRAINED_BYTES) {
    throw new AppError("body_too_large");
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    total += next.value.byteLength;
    if (total <= MAX_BODY_BYTES) chunks.push(next.value);
    else if (total > DRAINED_BYTES) {
      await reader?.cancel();
      break;
    }
  }
  if (total > MAX_BODY_BYTES) throw new AppError("body_too_large");
  const bytes = new Uint8Array(total);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * The value of a JSON body that {@link readBody} read.
 * @throws AppError `unsupported_media_type`, `invalid_json`, in this order
 */
export function parseJsonBody(request: Request, bytes: Uint8Array): unknown {
  const type = request.headers.get("content-type");
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  const isJson = type === null ? bytes.length === 0 : isJsonType(type);
  if (!isJson || encoding !== "identity") throw new AppError("unsupported_media_type");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid_json");
  }
}
