/**
 * Numbers ids from 0 in order of appearance. An id is its JSON text: a string with its quotes, or a number. The ids'
 * bytes are in one buffer with a hash table, because a million strings in a Map would take more memory than the engine.
 */
export class IdTable {
  count = 0;
  #bytes = Buffer.allocUnsafe(1 << 16);
  #used = 0;
  /** Where each id begins in `#bytes`. The last entry is the end of the last id. */
  #starts = new Float64Array(1025);
  #slots = new Int32Array(4096);

  /** @param {string} json id as JSON text @returns the id's number, or -1 if the table had the id already */
  add(json) {
    const size = Buffer.byteLength(json);
    this.#reserve(size);
    this.#bytes.write(json, this.#used);
    const slot = this.#slot(this.#bytes, this.#used, this.#used + size);
    if (this.#slots[slot] !== 0) return -1;
    this.#used += size;
    const number = this.count++;
    this.#starts[number + 1] = this.#used;
    this.#slots[slot] = number + 1;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    return number;
  }

  /** Passes the numbers of the two ids in a JSON array to `use`. The number of an unknown id is -1. */
  findPair(bytes, from, to, use) {
    let at = skipBlanks(bytes, from + 1);
    const endA = simpleEnd(bytes, at, to);
    if (endA !== -1) {
      const comma = skipBlanks(bytes, endA);
      if (bytes[comma] === 0x2c) {
        const startB = skipBlanks(bytes, comma + 1);
        const endB = simpleEnd(bytes, startB, to);
        if (endB !== -1) {
          use(this.#find(bytes, at, endA), this.#find(bytes, startB, endB));
          return;
        }
      }
    }
    // The fast path takes only plain ids. All others, for example strings with escapes or unusual numbers, go through
    // `JSON.parse`, which is slower.
    const pair = JSON.parse(bytes.utf8Slice(from, to));
    if (!Array.isArray(pair) || pair.length < 2) return;
    const [a, b] = pair.map((id) => Buffer.from(JSON.stringify(id ?? null)));
    at = this.#find(a, 0, a.length);
    use(at, this.#find(b, 0, b.length));
  }

  sizeOf(number) {
    return this.#starts[number + 1] - this.#starts[number];
  }

  copy(number, target, at) {
    return this.#bytes.copy(target, at, this.#starts[number], this.#starts[number + 1]);
  }

  #find(bytes, from, to) {
    return this.#slots[this.#slot(bytes, from, to)] - 1;
  }

  #slot(bytes, from, to) {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193);
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const entry = this.#slots[slot];
      if (entry === 0 || this.#equals(entry - 1, bytes, from, to)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(number, bytes, from, to) {
    const start = this.#starts[number];
    if (this.#starts[number + 1] - start !== to - from) return false;
    for (let i = from; i < to; i++) if (bytes[i] !== this.#bytes[start + i - from]) return false;
    return true;
  }

  #reserve(size) {
    if (this.#used + size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#used + size));
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    if (this.count + 1 >= this.#starts.length) {
      const larger = new Float64Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
  }

  #rehash() {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.count; number++) {
      const slot = this.#slot(this.#bytes, this.#starts[number], this.#starts[number + 1]);
      this.#slots[slot] = number + 1;
    }
  }
}

function skipBlanks(bytes, from) {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

/** The end of a string without escapes, or of a plain whole number; -1 for anything else. */
function simpleEnd(bytes, from, to) {
  let at = from;
  if (bytes[at] === 0x22) {
    for (at++; at < to && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) return -1;
    return at < to ? at + 1 : -1;
  }
  if (bytes[at] === 0x30) return -1;
  while (at < to && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
  const follows = bytes[at];
  const ends =
    follows === 0x2c ||
    follows === 0x5d ||
    follows === 0x20 ||
    follows === 0x0a ||
    follows === 0x0d ||
    follows === 0x09;
  return at > from && at - from < 16 && ends ? at : -1;
}
