import { invalid } from './errors.ts';

/** Requested parts of an answer; `true`: everything. */
type Mask = Map<string, Mask> | true;

const TOKEN = /[A-Za-z0-9_.*-]+|[(),/]/y;

/**
 * Filters a JSON answer by the parameter `fields`: `kind,items(name,size)`, `items/name`, `*`.
 * @throws 400 if it is malformed
 */
export function selectFields(json: unknown, fields: string): unknown {
  return pick(json, new FieldsReader(fields).read());
}

function pick(json: unknown, mask: Mask): unknown {
  if (mask === true || typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => pick(item, mask));
  const known = Object.entries(json).flatMap(([key, value]) => {
    const part = mask.get(key) ?? mask.get('*');
    return part === undefined ? [] : [[key, pick(value, part)] as const];
  });
  return Object.fromEntries(known);
}

class FieldsReader {
  readonly #tokens: string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  read(): Mask {
    const mask = this.#list();
    if (this.#at < this.#tokens.length) throw malformed();
    return mask;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #list(): Map<string, Mask> {
    const mask = new Map<string, Mask>();
    do {
      const name = this.#tokens[this.#at++];
      if (name === undefined || !/^[\w.*-]/.test(name)) throw malformed();
      mask.set(name, merged(mask.get(name), this.#below()));
    } while (this.#takes(','));
    return mask;
  }

  #below(): Mask {
    if (this.#takes('/')) {
      const name = this.#tokens[this.#at++];
      if (name === undefined || !/^[\w.*-]/.test(name)) throw malformed();
      return new Map([[name, this.#below()]]);
    }
    if (!this.#takes('(')) return true;
    const mask = this.#list();
    if (!this.#takes(')')) throw malformed();
    return mask;
  }
}

function merged(one: Mask | undefined, other: Mask): Mask {
  if (one === undefined) return other;
  if (one === true || other === true) return true;
  const both = new Map(one);
  for (const [name, mask] of other) both.set(name, merged(both.get(name), mask));
  return both;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw malformed();
    tokens.push(token);
  }
  return tokens;
}

const malformed = () => invalid('Invalid field selection');
