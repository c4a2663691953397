/** Label files of any size, piece by piece: lines of text, records of CSV, items of the arrays of a JSON file. */
import { parse } from 'csv-parse';
import { decodeText, FileFault, through } from './archive.ts';

/** Maximum bytes of one line, record or item. */
const LONGEST = 4 * 1024 * 1024;
/** Maximum nesting of a JSON item. */
const DEEPEST = 64;

/** Lines with their numbers from 1, without empty ones. @throws FileFault */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<[line: string, number: number]> {
  let rest: Buffer[] = [];
  let held = 0;
  let number = 0;
  const take = function* (last: Buffer): Generator<[string, number]> {
    const line = decodeText(Buffer.concat([...rest, last])).trim();
    rest = [];
    held = 0;
    number += 1;
    if (line !== '') yield [line, number];
  };
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      yield* take(chunk.subarray(from, at));
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > LONGEST) throw new FileFault(`line ${number + 1} is too long`);
  }
  yield* take(Buffer.alloc(0));
}

/** Records of a CSV file, with however many fields each has. @throws FileFault */
export function recordsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true };
  return through(bytes, parse({ ...options, max_record_size: LONGEST }), () => 'it is not CSV');
}

/** @throws FileFault */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileFault('it is not JSON', { cause: error });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const ARRAY = 0x5b;
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

export interface JsonItem {
  /** Name of the array among the members of the file's object. */
  key: string;
  value: unknown;
}

/**
 * The items of the arrays that are members of a JSON object, one by one. Other members are skipped.
 * @throws FileFault
 */
export async function* jsonItems(bytes: AsyncIterable<Buffer>): AsyncGenerator<JsonItem> {
  const splitter = new JsonSplitter();
  for await (const chunk of bytes) yield* splitter.push(chunk);
  splitter.end();
}

class JsonSplitter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The last string at depth 1: a member's name. */
  #key = '';
  /** Whether the member's value is an array. */
  #isArray = false;
  /** Bytes of the item, or of the string at depth 1, that is being read. */
  #parts: Buffer[] = [];
  #held = 0;
  #isCollecting = false;

  *push(chunk: Buffer): Generator<JsonItem> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 1) this.#key = String(this.#take(chunk.subarray(from, at + 1)));
        }
        continue;
      }
      if (BLANK.has(byte)) continue;
      const isSeparator = byte === COMMA || CLOSE.has(byte);
      if (this.#isArray && this.#depth === 2 && isSeparator && this.#isCollecting)
        yield { key: this.#key, value: this.#take(chunk.subarray(from, at)) };
      else if (this.#isArray && this.#depth === 2 && !isSeparator && !this.#isCollecting) {
        this.#isCollecting = true;
        from = at;
      }
      if (this.#structure(byte)) from = at;
    }
    if (this.#isCollecting) this.#hold(chunk.subarray(from));
  }

  /** @returns whether a name begins here */
  #structure(byte: number): boolean {
    if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#depth !== 1) return false;
      this.#isCollecting = true;
      return true;
    }
    if (OPEN.has(byte)) {
      if (this.#depth === 1) this.#isArray = byte === ARRAY;
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw new FileFault('it is nested too deeply');
    } else if (CLOSE.has(byte)) {
      this.#depth -= 1;
      if (this.#depth < 0) throw new FileFault('it is not JSON');
      if (this.#depth === 1) this.#isArray = false;
    }
    return false;
  }

  #hold(part: Buffer): void {
    this.#parts.push(part);
    this.#held += part.length;
    if (this.#held > LONGEST) throw new FileFault('an item of it is too long');
  }

  #take(last: Buffer): unknown {
    this.#hold(last);
    const text = decodeText(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#held = 0;
    this.#isCollecting = false;
    return parseJson(text);
  }

  end(): void {
    if (this.#depth !== 0 || this.#isInString) throw new FileFault('it is cut off');
  }
}
