import { closeSync, openSync, readSync } from "node:fs";

const CHUNK = 1 << 20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BACKSLASH = 0x5c;

/**
 * Reads a JSON object whose large values are arrays. Only one element is in memory at a time.
 * @param handlers.elements for each key, a function that gets the buffer and the range of each element of the key's
 * array
 * @param handlers.values for each key, a function that gets the JSON text of the key's value
 * @param handlers.ended gets the key at the end of each array in `elements`
 * @param handlers.until reading stops when this function returns true
 * @throws Error if the file is no JSON object
 */
export function readSections(
  path,
  { elements = {}, values = {}, ended = () => {}, until = () => false },
) {
  const source = new Source(path);
  try {
    source.skipMark();
    source.expect(OPEN_OBJECT);
    if (source.peek() === CLOSE_OBJECT) return;
    for (;;) {
      const key = source.value((bytes, from, to) => JSON.parse(bytes.utf8Slice(from, to)));
      source.expect(COLON);
      if (Object.hasOwn(elements, key) && source.peek() === OPEN_ARRAY) {
        readArray(source, elements[key]);
        ended(key);
      } else if (Object.hasOwn(values, key)) {
        source.value((bytes, from, to) => values[key](bytes.utf8Slice(from, to)));
      } else {
        source.skipValue();
      }
      if (until()) return;
      if (source.peek() === CLOSE_OBJECT) return;
      source.expect(COMMA);
    }
  } finally {
    source.close();
  }
}

function readArray(source, use) {
  source.expect(OPEN_ARRAY);
  if (source.peek() === CLOSE_ARRAY) {
    source.expect(CLOSE_ARRAY);
    return;
  }
  for (;;) {
    source.value(use);
    if (source.peek() === CLOSE_ARRAY) {
      source.expect(CLOSE_ARRAY);
      return;
    }
    source.expect(COMMA);
  }
}

/** The part of the file that is in memory. It grows to the size of the longest element. */
class Source {
  #file;
  #bytes = Buffer.allocUnsafe(CHUNK * 2);
  #at = 0;
  #end = 0;
  #finished = false;

  constructor(path) {
    this.#file = openSync(path, "r");
  }

  close() {
    closeSync(this.#file);
  }

  skipMark() {
    this.#fill();
    if (this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf) this.#at = 3;
  }

  /** The next non-blank byte, without consuming it. */
  peek() {
    for (;;) {
      while (this.#at < this.#end) {
        const byte = this.#bytes[this.#at];
        if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
        this.#at++;
      }
      if (!this.#fill()) throw new Error("The file ends in the middle");
    }
  }

  expect(byte) {
    if (this.peek() !== byte) {
      throw new Error(
        `Expected ${String.fromCharCode(byte)}, found ${String.fromCharCode(this.peek())}`,
      );
    }
    this.#at++;
  }

  /** Passes the range of the next value to `use`, and consumes the value. */
  value(use) {
    this.peek();
    let end = this.#valueEnd();
    while (end === -1) {
      if (!this.#fill()) throw new Error("The file ends in the middle of a value");
      end = this.#valueEnd();
    }
    const result = use(this.#bytes, this.#at, end);
    this.#at = end;
    return result;
  }

  /** Skips an array one element at a time, so that `#bytes` needn't grow to hold the array. */
  skipValue() {
    const first = this.peek();
    if (first !== OPEN_ARRAY) {
      this.value(() => {});
      return;
    }
    readArray(this, () => {});
  }

  #valueEnd() {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = this.#at;
    let depth = 0;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        for (at++; at < end && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
        if (at >= end) return -1;
        if (depth === 0) return at + 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === 0) return at; // The enclosing value's bracket ends a number, true, false or null.
        if (--depth === 0) return at + 1;
      } else if (
        depth === 0 &&
        (byte === COMMA || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
      ) {
        return at;
      }
    }
    return this.#finished ? end : -1;
  }

  #fill() {
    if (this.#finished) return false;
    if (this.#at > 0) {
      this.#bytes.copyWithin(0, this.#at, this.#end);
      this.#end -= this.#at;
      this.#at = 0;
    }
    if (this.#end + CHUNK > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    const read = readSync(this.#file, this.#bytes, this.#end, CHUNK, null);
    this.#end += read;
    if (read === 0) this.#finished = true;
    return true;
  }
}
