/**
 * A pattern that means the same in JavaScript (with and without the flag `u`), Python and Java. `$` does not: in Python and
 * Java it also matches before a line break at the end.
 */
export const portablePattern = (pattern: string): string =>
  pattern.replace(/(\\.|\[(?:\\.|[^\]])*\])|\$/g, (_, kept?: string) => kept ?? '(?![\\s\\S])');

/** Rewrites every `pattern` of a document. */
export function withPortablePatterns(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' ? portablePattern(value) : value,
  );
}
