/** Label files of any size, piece by piece: lines of text, records of CSV, items of the arrays of a JSON file. */
import { CsvError, parse } from 'csv-parse';
import { DEEPEST, LONGEST, SHAPE } from '../read/budget.ts';
import { FileFault } from '../read/import-fault.ts';
import { decodeText, through } from './bytes.ts';
import { flawOfShape } from './json-shape.ts';

const COMMA = 0x2c;
const LINE_END = 0x0a;

/** A line or an item of which the pieces arrive one by one. */
class Pieces {
  #parts: Buffer[] = [];
  #held = 0;

  /** @throws FileFault */
  add(part: Buffer, fault: () => string): void {
    this.#parts.push(part);
    this.#held += part.length;
    if (this.#held > LONGEST) throw new FileFault(fault());
  }

  /** The whole text; what is added next begins another one. @throws FileFault */
  take(): string {
    const text = decodeText(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#held = 0;
    return text;
  }
}

/** Non-empty lines, trimmed, with line numbers from 1. @throws FileFault */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<[line: string, number: number]> {
  const pieces = new Pieces();
  let number = 1;
  const tooLong = () => `line ${number} has more than ${LONGEST} bytes`;
  for await (const chunk of bytes) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      pieces.add(chunk.subarray(from, at), tooLong);
      const line = pieces.take().trim();
      if (line !== '') yield [line, number];
      from = at + 1;
      number += 1;
    }
    pieces.add(chunk.subarray(from), tooLong);
  }
  const line = pieces.take().trim();
  if (line !== '') yield [line, number];
}

/** Commas of a line: the parser takes a second for a million, and prepares as many fields for each record that follows. */
const MOST_COMMAS = 10_000;

async function* withFewFields(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let commas = 0;
  for await (const chunk of bytes) {
    for (const byte of chunk) {
      if (byte === COMMA) commas += 1;
      else if (byte === LINE_END) commas = 0;
      if (commas > MOST_COMMAS) throw new FileFault(`one of its rows has more than ${MOST_COMMAS} fields`);
    }
    yield chunk;
  }
}

/** Records of a CSV file, which may have different numbers of fields. @throws FileFault */
export async function* recordsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true };
  const records = through<string[]>(
    withFewFields(bytes),
    parse({ ...options, max_record_size: LONGEST }),
    (error) =>
      error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
        ? `one of its rows has more than ${LONGEST} characters`
        : 'it is not CSV',
  );
  for await (const record of records) {
    yield record;
  }
}

/** @throws FileFault, also for what is deep or has very many values */
export function parseJson(text: string): unknown {
  if (flawOfShape(Buffer.from(text), SHAPE))
    throw new FileFault(
      `it is nested more than ${SHAPE.depth} deep, or has more than ${SHAPE.members} values in one place`,
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new FileFault('it is not JSON', { cause: error });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const ARRAY = 0x5b;
const OBJECT = 0x7b;
/** In ASCII, a bracket is closed by the second character after it. */
const closerOf = (bracket: number): number => bracket + 2;
const isClosing = (byte: number): boolean => byte === closerOf(ARRAY) || byte === closerOf(OBJECT);
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export interface JsonItem {
  /** Name of the member that holds the array, or that is the value; `''` for an item of a list. */
  key: string;
  value: unknown;
}

interface JsonShape {
  /** Members, other than arrays, that come as a whole. */
  members?: readonly string[];
  /** The text is an array, and its items come. */
  isList?: boolean;
}

/**
 * The items of the arrays that are members of a JSON object, one by one, and the members that are asked for. Others are skipped,
 * however long they are.
 * @throws FileFault, also if the text is not one JSON object
 */
export async function* jsonItems(
  bytes: AsyncIterable<Buffer>,
  shape: JsonShape = {},
): AsyncGenerator<JsonItem> {
  const splitter = new JsonSplitter(shape);
  for await (const chunk of bytes)
    for (const item of splitter.push(chunk)) {
      yield item;
    }
  splitter.end();
}

const tooLong = () => `one of its items has more than ${LONGEST} bytes`;
const notOne = (isList: boolean) => (isList ? 'it is not a list in JSON' : 'it is not a JSON object');

class JsonSplitter {
  /** What closes each bracket that is open. */
  readonly #closers: number[] = [];
  #isBegun = false;
  /** Why it is not one JSON object: said at the end, so that a file is recognized by its beginning and then named. */
  #flaw: string | null = null;
  #isInString = false;
  #isEscaped = false;
  /** Name of the member that is being read. */
  #key = '';
  /** What must come next in the file's object; `value` until the comma after it. */
  #awaits: 'name' | 'colon' | 'value' = 'name';
  /** Depth of the values that come out; 0 for none. */
  #itemDepth = 0;
  readonly #members: ReadonlySet<string>;
  readonly #isList: boolean;
  /** The item, or the name at depth 1, that is being read. */
  readonly #pieces = new Pieces();
  #isCollecting = false;

  constructor({ members = [], isList = false }: JsonShape) {
    this.#members = new Set(members);
    this.#isList = isList;
  }

  get #depth(): number {
    return this.#closers.length;
  }

  *push(chunk: Buffer): Generator<JsonItem> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#isInString = false;
          if (this.#depth === 1 && this.#awaits !== 'value') {
            this.#key = String(this.#take(chunk.subarray(from, at + 1)));
            this.#awaits = 'colon';
          }
        }
        continue;
      }
      if (isBlank(byte)) continue;
      const isSeparator = byte === COMMA || isClosing(byte);
      const isItem = this.#depth > 0 && this.#depth === this.#itemDepth;
      if (isItem && isSeparator && this.#isCollecting)
        yield { key: this.#key, value: this.#take(chunk.subarray(from, at)) };
      else if (isItem && !isSeparator && !this.#isCollecting) {
        this.#isCollecting = true;
        from = at;
      }
      if (this.#structure(byte)) from = at;
    }
    if (this.#isCollecting) this.#pieces.add(chunk.subarray(from), tooLong);
  }

  /** @returns whether a name begins here */
  #structure(byte: number): boolean {
    if (byte === QUOTE) {
      this.#isInString = true;
      if (this.#depth !== 1 || this.#awaits === 'value') return false;
      this.#isCollecting = true;
      return true;
    }
    if (byte === ARRAY || byte === OBJECT) this.#open(byte);
    else if (isClosing(byte)) {
      if (this.#closers.pop() !== byte) this.#flaw ??= 'it is not JSON';
      if (this.#depth === 1 && !this.#isList && this.#itemDepth > 1) this.#itemDepth = 0;
    } else if (this.#depth === 1 && !this.#isList) {
      if (byte === COMMA) {
        this.#awaits = 'name';
        this.#itemDepth = 0;
      } else if (byte === COLON) {
        if (this.#awaits !== 'colon') this.#flaw ??= 'it is not JSON';
        this.#awaits = 'value';
        if (this.#members.has(this.#key)) this.#itemDepth = 1;
      }
    }
    return false;
  }

  #open(byte: number): void {
    if (this.#depth === 0) {
      if ((byte === ARRAY) !== this.#isList || this.#isBegun) this.#flaw ??= notOne(this.#isList);
      this.#isBegun = true;
      if (this.#isList) [this.#awaits, this.#itemDepth] = ['value', byte === ARRAY ? 1 : 0];
    }
    if (this.#depth === 1 && !this.#isList) {
      if (this.#awaits !== 'value') this.#flaw ??= 'it is not JSON';
      if (this.#itemDepth === 0 && byte === ARRAY) this.#itemDepth = 2;
    }
    this.#closers.push(closerOf(byte));
    // With its object and the array of an item.
    if (this.#depth > DEEPEST) throw new FileFault(`it is nested more than ${DEEPEST} deep`);
  }

  #take(last: Buffer): unknown {
    this.#pieces.add(last, tooLong);
    this.#isCollecting = false;
    return parseJson(this.#pieces.take());
  }

  end(): void {
    if (this.#depth !== 0 || this.#isInString) this.#flaw ??= 'it is incomplete';
    if (!this.#isBegun) this.#flaw ??= notOne(this.#isList);
    if (this.#flaw !== null) throw new FileFault(this.#flaw);
  }
}
