import type { Expression } from './expression.ts';
import { RuleError } from './rule-error.ts';
import { readTokens, type Token } from './tokens.ts';

/** Binary signs from the loosest to the tightest. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['===', '!==', '==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
];
const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const SNAPSHOTS = new Set(['root', 'data', 'newData']);

/** Throws RuleError for anything but the supported subset of the rule language. */
export function parseExpression(source: string): Expression {
  return new Parser(source).whole();
}

class Parser {
  readonly #source: string;
  readonly #tokens: Token[];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = readTokens(source);
  }

  whole(): Expression {
    const expression = this.#choice();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: 'the end' };
  }

  #unexpected(): RuleError {
    return new RuleError(`unexpected ${this.#token.text} in ${this.#source}`);
  }

  #takeSign(...signs: readonly string[]): string | undefined {
    const { kind, text } = this.#token;
    if (kind !== 'sign' || !signs.includes(text)) return undefined;
    this.#at += 1;
    return text;
  }

  #needSign(sign: string): void {
    if (!this.#takeSign(sign)) throw this.#unexpected();
  }

  #choice(): Expression {
    const test = this.#binary(0);
    if (!this.#takeSign('?')) return test;
    const yes = this.#choice();
    this.#needSign(':');
    return { kind: 'choice', test, yes, no: this.#choice() };
  }

  #binary(level: number): Expression {
    const signs = LEVELS[level];
    if (!signs) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const sign = this.#takeSign(...signs);
      if (!sign) return left;
      left = { kind: 'binary', sign, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    if (this.#takeSign('!')) return { kind: 'not', of: this.#unary() };
    if (this.#takeSign('-')) return { kind: 'minus', of: this.#unary() };
    return this.#postfix();
  }

  #postfix(): Expression {
    let of = this.#primary();
    while (this.#takeSign('.')) {
      const name = this.#needName();
      of = this.#takeSign('(')
        ? { kind: 'call', of, name, args: this.#itemsUntil(')') }
        : { kind: 'member', of, name };
    }
    return of;
  }

  #needName(): string {
    const { kind, text } = this.#token;
    if (kind !== 'name') throw this.#unexpected();
    this.#at += 1;
    return text;
  }

  #itemsUntil(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.#takeSign(close)) return items;
    do items.push(this.#choice());
    while (this.#takeSign(','));
    this.#needSign(close);
    return items;
  }

  #primary(): Expression {
    if (this.#takeSign('[')) return { kind: 'list', items: this.#itemsUntil(']') };
    if (this.#takeSign('(')) {
      const inner = this.#choice();
      this.#needSign(')');
      return inner;
    }
    const { kind, text } = this.#token;
    if (kind === 'end' || kind === 'sign') throw this.#unexpected();
    this.#at += 1;
    if (kind === 'string') return { kind: 'literal', value: text };
    if (kind === 'number') return { kind: 'literal', value: Number(text) };
    return named(text);
  }
}

function named(text: string): Expression {
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return { kind: 'literal', value: constant };
  return SNAPSHOTS.has(text) ? { kind: 'snapshot', name: text } : { kind: 'name', name: text };
}
