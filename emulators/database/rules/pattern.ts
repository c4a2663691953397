import type { Kind } from './expression.ts';
import { RuleError } from './rule-error.ts';

/** A character class, an escaped character, or any other character. */
const PART = /\[(?:\\.|[^\]\\])*\]|\\.|[\s\S]/g;

/**
 * The service's regular expressions are simpler than JavaScript's: `^` only at the start, `$` only at the end, no empty
 * alternative, no `(?`, no backreference, no flag except `i`.
 * @throws RuleError
 */
export function requirePattern({ source, flags }: Kind<'regexp'>): void {
  const refuse = (why: string) => new RuleError(`regular expression /${source}/${flags}: ${why}`);
  if (flags !== '' && flags !== 'i') throw refuse('the only flag is i');
  const parts = source.match(PART) ?? [];
  parts.forEach((part, at) => {
    const [before = '(', after = ')'] = [parts[at - 1], parts[at + 1]];
    if (part === '^' && at > 0) throw refuse('^ stands at the beginning only');
    if (part === '$' && at < parts.length - 1) throw refuse('$ stands at the end only');
    if (part === '|' && (/^[(|^]$/.test(before) || /^[)|$]$/.test(after)))
      throw refuse('an alternative is empty');
    if (part === '(' && after === '?') throw refuse('groups with (? are unknown');
    if (/^\\[1-9bBkpP]$/.test(part)) throw refuse(`${part} is unknown`);
  });
}
