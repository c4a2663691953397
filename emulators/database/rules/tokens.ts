import { RuleError } from './rule-error.ts';

export interface Token {
  kind: 'name' | 'string' | 'number' | 'sign' | 'end';
  text: string;
}

const PATTERN =
  /\s*(?:(?<name>\$?[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?)|(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<sign>===|!==|==|!=|<=|>=|&&|\|\||[<>!?:+\-().,[\]]))/y;

/** The tokens of one rule expression, closed by `end`. Throws RuleError at the first character that fits none. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  let at = 0;
  while (at < text.length) {
    PATTERN.lastIndex = at;
    const match = PATTERN.exec(text);
    if (!match) throw new RuleError(`unexpected ${JSON.stringify(text.slice(at).trim()[0])} in ${source}`);
    tokens.push(tokenOf(match.groups ?? {}));
    at = PATTERN.lastIndex;
  }
  return [...tokens, { kind: 'end', text: 'the end' }];
}

function tokenOf(groups: Record<string, string | undefined>): Token {
  if (groups.name !== undefined) return { kind: 'name', text: groups.name };
  if (groups.number !== undefined) return { kind: 'number', text: groups.number };
  if (groups.string !== undefined) return { kind: 'string', text: unquote(groups.string) };
  return { kind: 'sign', text: groups.sign ?? '' };
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, character: string) => {
    if (!/['"\\/]/.test(character)) throw new RuleError(`unknown escape \\${character}`);
    return character;
  });
}
