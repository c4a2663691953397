/**
 * JSON that keeps the text of every value, so that a number keeps all its digits and `__proto__` is an ordinary key. Pure.
 */
export type JsonText = ObjectText | ArrayText | StringText | PlainText;

interface ObjectText {
  kind: 'object';
  text: string;
  /** In the order of the text. The last value of a repeated key wins, as in JSON.parse. */
  members: Map<string, JsonText>;
}

interface ArrayText {
  kind: 'array';
  text: string;
  items: JsonText[];
  /** Start and end of each item in the parsed text. */
  spans: { start: number; end: number }[];
}

interface StringText {
  kind: 'string';
  text: string;
  value: string;
}

/** A number, true, false or null. */
interface PlainText {
  kind: 'plain';
  text: string;
}

/** The editor writes a few levels. A deeper text was made to exhaust the stack of recursive code. */
const DEEPEST = 500;
/** More than flow files of the largest size have: each value takes some hundred bytes of memory. */
const MOST_VALUES = 250_000;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Undefined if the text is not JSON, nested deeper than 500 levels, or has more than 250,000 values. A byte order mark is
 * skipped, as in Node-RED.
 */
export function parseJsonText(text: string): JsonText | undefined {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  try {
    // JSON.parse checks the grammar; the code below only finds where values start and end.
    JSON.parse(text.slice(start));
    return new Scanner(text, start).value(0);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

class Scanner {
  readonly #text: string;
  #at: number;
  #values = 0;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  value(depth: number): JsonText {
    if (depth > DEEPEST) throw new RangeError('nested too deep');
    if (++this.#values > MOST_VALUES) throw new RangeError('too many values');
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#array(depth);
    return first === '"' ? this.#string() : this.#plain();
  }

  #object(depth: number): ObjectText {
    const start = this.#at++;
    const members = new Map<string, JsonText>();
    while (this.#hasNext('}')) {
      const key = this.#string().value;
      this.#skipBlanks();
      this.#at++;
      // A repeated key keeps its first position, as in JSON.parse.
      members.set(key, this.value(depth + 1));
    }
    return { kind: 'object', text: this.#text.slice(start, this.#at), members };
  }

  #array(depth: number): ArrayText {
    const start = this.#at++;
    const items: JsonText[] = [];
    const spans: ArrayText['spans'] = [];
    while (this.#hasNext(']')) {
      const from = this.#at;
      items.push(this.value(depth + 1));
      spans.push({ start: from, end: this.#at });
    }
    return { kind: 'array', text: this.#text.slice(start, this.#at), items, spans };
  }

  /** Skips a comma or the closing bracket. */
  #hasNext(closing: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] === ',') {
      this.#at++;
      this.#skipBlanks();
    }
    if (this.#text[this.#at] !== closing) return true;
    this.#at++;
    return false;
  }

  #string(): StringText {
    const start = this.#at++;
    while (this.#text[this.#at] !== '"') this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    const text = this.#text.slice(start, ++this.#at);
    const value = text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1);
    return { kind: 'string', text, value };
  }

  #plain(): PlainText {
    const start = this.#at;
    while (this.#at < this.#text.length && !',]} \t\r\n'.includes(this.#text[this.#at] ?? ',')) this.#at++;
    return { kind: 'plain', text: this.#text.slice(start, this.#at) };
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && ' \t\r\n'.includes(this.#text[this.#at] ?? '')) this.#at++;
  }
}
