import { invalid } from './errors.ts';

/** Maximum characters of a glob. */
const LONGEST = 1024;
const TOKEN = /\*\*|\\.|[\s\S]/gu;

/**
 * `matchGlob` of a listing: `*` and `?` stay within a folder, `**` crosses folders; `[a-z]`, `[!a]`, `{a,b}`.
 * @throws 400 for an unclosed bracket or brace
 */
export function globPattern(glob: string): RegExp {
  if (glob.length > LONGEST) throw invalid('Invalid value for matchGlob: too long.');
  const pattern = new GlobReader(glob.match(TOKEN) ?? []).read();
  return new RegExp(`^(?:${pattern})$`, 'su');
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

class GlobReader {
  readonly #tokens: readonly string[];
  #at = 0;
  #braces = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  read(): string {
    let pattern = '';
    while (this.#at < this.#tokens.length) pattern += this.#next();
    if (this.#braces > 0) throw invalid('Invalid value for matchGlob: a brace is not closed.');
    return pattern;
  }

  #take(): string {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) throw invalid('Invalid value for matchGlob: a bracket is not closed.');
    return token;
  }

  #next(): string {
    const token = this.#take();
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    if (token === '?') return '[^/]';
    if (token === '[') return this.#set();
    if (token === '{') return this.#brace(1, '(?:');
    if (token === '}' && this.#braces > 0) return this.#brace(-1, ')');
    if (token === ',' && this.#braces > 0) return '|';
    return literal(token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);
  }

  #brace(step: number, pattern: string): string {
    this.#braces += step;
    return pattern;
  }

  #set(): string {
    let inside = '';
    let token = this.#take();
    const isInverted = token === '!' || token === '^';
    if (isInverted) token = this.#take();
    for (; token !== ']' || inside === ''; token = this.#take()) {
      const plain = token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
      inside += plain === '-' ? '-' : literal(plain);
    }
    return isInverted ? `[^/${inside}]` : `[${inside}]`;
  }
}
