/**
 * Content between working tree and repository: line endings as `.gitattributes` and `core.autocrlf`, `core.eol` say.
 * Filters that the configuration defines are programs, and are not run: such a file is refused, never stored wrongly.
 */
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import type { AttributeReader, Attributes } from './attributes.ts';

interface Rule {
  /** Line endings are converted on the way in: never, always, or if the content looks like text. */
  clean: 'never' | 'text' | 'auto';
  /** CRLF is written on the way out. */
  writesCrlf: boolean;
}

const NEVER: Rule = { clean: 'never', writesCrlf: false };

/** @param stagedHasCrlf asks whether the staged content holds CRLF: git leaves such files alone under `auto`. */
export function toRepository(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  content: Buffer,
  stagedHasCrlf: () => boolean,
): Buffer {
  const rule = ruleFor(repository, attributes.of(path));
  if (rule.clean === 'never' || !content.includes('\r\n')) return content;
  if (rule.clean === 'auto' && (looksBinary(content) || stagedHasCrlf())) return content;
  return Buffer.from(content.toString('latin1').replace(/\r\n/g, '\n'), 'latin1');
}

export function toWorktree(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
  content: Buffer,
): Buffer {
  const rule = ruleFor(repository, attributes.of(path));
  if (!rule.writesCrlf || !content.includes('\n')) return content;
  if (rule.clean === 'auto' && (looksBinary(content) || content.includes('\r'))) return content;
  return Buffer.from(content.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}

/** The name of the filter that would have to be run on this file, or undefined. */
export function activeFilter(
  repository: Repository,
  attributes: AttributeReader,
  path: string,
): string | undefined {
  const filter = attributes.of(path).get('filter');
  if (typeof filter !== 'string') return undefined;
  const keys = ['clean', 'smudge', 'process'].map((key) => `filter.${filter}.${key}`);
  return keys.some((key) => repository.config.get(key)) ? filter : undefined;
}

/** @throws GitFault `git_filter_unsupported` */
export function requireNoFilter(repository: Repository, attributes: AttributeReader, path: string): void {
  const filter = activeFilter(repository, attributes, path);
  if (filter !== undefined) throw new GitFault('git_filter_unsupported', { path, filter });
}

function ruleFor(repository: Repository, attributes: Attributes): Rule {
  const text = attributes.get('text') ?? (attributes.has('crlf') ? attributes.get('crlf') : undefined);
  const eol = attributes.get('eol');
  const autocrlf = repository.config.get('core.autocrlf')?.toLowerCase();
  if (text === false) return NEVER;
  if (text === 'auto') return { clean: 'auto', writesCrlf: wantsCrlf(repository, eol, autocrlf) };
  if (text === true || text === 'input' || eol === 'lf' || eol === 'crlf')
    return { clean: 'text', writesCrlf: text !== 'input' && wantsCrlf(repository, eol, autocrlf) };
  if (autocrlf === 'true') return { clean: 'auto', writesCrlf: true };
  return autocrlf === 'input' ? { clean: 'auto', writesCrlf: false } : NEVER;
}

function wantsCrlf(
  repository: Repository,
  eol: string | boolean | undefined,
  autocrlf: string | undefined,
): boolean {
  if (eol === 'crlf') return true;
  if (eol === 'lf') return false;
  if (autocrlf === 'true') return true;
  if (autocrlf === 'input') return false;
  return repository.config.get('core.eol') === 'crlf';
}

/** git's guess for `auto`: a NUL, a lone CR, or too many control characters. */
export function looksBinary(content: Buffer): boolean {
  let printable = 0;
  let strange = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at] ?? 0;
    if (byte === 0 || (byte === 13 && content[at + 1] !== 10)) return true;
    if (byte === 127 || (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27)) strange++;
    else if (byte !== 10 && byte !== 13) printable++;
  }
  return printable >> 7 < strange;
}
