/** What the importer accepts as a label. */
const LABEL = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const MAX_LENGTH = 32;
/** Prefix of a name that does not start with a letter, so that `3mm` and `5mm` remain two labels. */
const PREFIX = 'tag_';

export const isLabel = (text: string): boolean => LABEL.test(text);

/**
 * Converts a name to a label: accents are removed, each run of other characters becomes one `_`, a name that does not start
 * with a letter gets the prefix `tag_`, and 32 characters are kept. Null if no letter or digit is left.
 */
export function toLabel(name: string): string | null {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  const trimmed = isLabel(name) ? name : plain.replace(/^_+|_+$/g, '');
  if (!/[A-Za-z0-9]/.test(trimmed)) return null;
  const started = /^[A-Za-z]/.test(trimmed) ? trimmed : PREFIX + trimmed;
  return started.slice(0, MAX_LENGTH);
}
