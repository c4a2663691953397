import type { Texts } from '../text/en.ts';

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** A key, or several that are pressed together, as they are printed on a keyboard of the language. */
export const keyLabel = (key: string, { keyName }: Texts): string =>
  key.replace(/[^+]+/g, (part) => SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : keyName(part)));
