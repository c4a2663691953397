/** `.gitattributes` as far as they decide about content: line endings and filters. */
import { join } from 'node:path';
import { trimBlank, withoutMark } from '../blank.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { bytesOf, type Pattern, parsePattern } from './pattern.ts';

/** true: set, false: unset (`-text`), text: set to a value. Absent: not mentioned. */
export type AttributeValue = string | boolean;
export type Attributes = ReadonlyMap<string, AttributeValue>;

interface Line {
  pattern: Pattern;
  values: readonly (readonly [string, AttributeValue | undefined])[];
}

const MACROS: Readonly<Record<string, readonly string[]>> = { binary: ['-diff', '-merge', '-text'] };

/** Reads each folder's file once; for one operation only. */
export class AttributeReader {
  readonly #repository: Repository;
  readonly #folders = new Map<string, readonly Line[]>();
  readonly #own: readonly Line[];

  constructor(repository: Repository) {
    this.#repository = repository;
    this.#own = parseLines(readOptionalText(join(repository.commondir, 'info', 'attributes')) ?? '');
  }

  of(path: string): Attributes {
    const values = new Map<string, AttributeValue>();
    const parts = path.split('/');
    for (let depth = 0; depth < parts.length; depth++) {
      const base = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      apply(this.#linesOf(base), path.slice(base.length), values);
    }
    apply(this.#own, path, values);
    return values;
  }

  #linesOf(base: string): readonly Line[] {
    const known = this.#folders.get(base);
    if (known !== undefined) return known;
    const lines = parseLines(readOptionalText(join(this.#repository.dir, base, '.gitattributes')) ?? '');
    this.#folders.set(base, lines);
    return lines;
  }
}

function apply(lines: readonly Line[], relative: string, values: Map<string, AttributeValue>): void {
  const bytes = bytesOf(relative);
  for (const line of lines) {
    if (line.pattern.onlyFolders || !line.pattern.matches.test(bytes)) continue;
    for (const [name, value] of line.values) {
      if (value === undefined) values.delete(name);
      else values.set(name, value);
    }
  }
}

function parseLines(text: string): Line[] {
  return withoutMark(text)
    .split('\n')
    .flatMap((line) => {
      const [glob = '', ...words] = splitLine(line);
      if (glob.startsWith('[attr]') || glob.startsWith('!')) return [];
      const pattern = parsePattern(glob);
      return pattern === undefined ? [] : [{ pattern, values: words.flatMap(expand).map(parseWord) }];
    });
}

function splitLine(line: string): string[] {
  const quoted = /^[ \t]*"((?:[^"\\]|\\.)*)"(.*)$/s.exec(line);
  if (quoted === null) return trimBlank(line).split(/[ \t\r]+/);
  return [(quoted[1] ?? '').replace(/\\(.)/gs, '$1'), ...trimBlank(quoted[2] ?? '').split(/[ \t\r]+/)];
}

const expand = (word: string): readonly string[] => [word, ...(MACROS[word] ?? [])];

function parseWord(word: string): readonly [string, AttributeValue | undefined] {
  if (word.startsWith('-')) return [word.slice(1), false];
  if (word.startsWith('!')) return [word.slice(1), undefined];
  const equals = word.indexOf('=');
  return equals < 0 ? [word, true] : [word.slice(0, equals), word.slice(equals + 1)];
}
