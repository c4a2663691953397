import { Composer, type CST, Lexer, Parser } from 'yaml';

/** Maximum nesting; deeper, the parser takes quadratic time. */
const DEEPEST = 16;
/** Maximum tokens of a file: 2,000 names have 16,000. The parser takes some 10 microseconds for each. */
const MOST_TOKENS = 25_000;

/** The one document of a YAML file. @throws Error if it is not YAML, has aliases, or is too much */
export async function readYaml(text: string): Promise<unknown> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    if (count > MOST_TOKENS || parser.stack.length > DEEPEST) throw new Error('too much');
    tokens.push(...parser.next(lexeme));
  }
  tokens.push(...parser.end());
  const composer = new Composer({ schema: 'core', logLevel: 'silent', uniqueKeys: false });
  const [document, ...others] = composer.compose(tokens, true, text.length);
  const [error] = document?.errors ?? [];
  if (!document || others.length > 0 || error) throw error ?? new Error('not one document');
  return document.toJS({ maxAliasCount: 0 });
}
