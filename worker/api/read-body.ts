import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { readBytesWithin } from "~/worker/request-body";

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** JSON in UTF-8, whatever else the type says; `+json` types too. */
function isJsonType(type: string): boolean {
  const [name = "", ...parameters] = type.split(";").map((part) => part.trim());
  const charset = parameters.find((one) => /^charset\s*=/i.test(one));
  return JSON_TYPE.test(name) && (!charset || /^charset\s*=\s*"?utf-?8"?$/i.test(charset));
}

/** Reads a body of at most 64 KiB. @throws AppError `body_too_large` */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytesWithin(request, MAX_BODY_BYTES);
  if (!bytes) throw new AppError("body_too_large");
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
    return decodeJson(bytes);
  } catch {
    throw new AppError("invalid_json");
  }
}

/** The value of a body that is refused, whatever its type says; undefined where it is no JSON. */
export function peekJson(bytes: Uint8Array): unknown {
  try {
    return decodeJson(bytes);
  } catch {
    return undefined;
  }
}

function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}
