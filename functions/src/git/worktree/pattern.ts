import { compileGlob, type Glob } from './glob.ts';

/** One pattern of `.gitignore` or `.gitattributes`, over paths from its own folder. */
export interface Pattern {
  /** Over the path as `bytesOf` gives it. */
  matches: Glob;
  isNegated: boolean;
  /** Ends in a slash: matches folders only. */
  onlyFolders: boolean;
}

/** The text's UTF-8 bytes, each as a character: `?` and brackets of git's patterns stand for one byte. */
export const bytesOf = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which is its own bytes
  /[^\x00-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text;

/** @returns undefined for blank lines, comments, and patterns that match nothing. */
export function parsePattern(line: string): Pattern | undefined {
  let text = withoutBlanksBehind(bytesOf(line).replace(/\r$/, ''));
  if (text === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  if (/^\\[#!]/.test(text)) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  if (text === '') return undefined;
  const matches = compileGlob(text.replace(/^\//, ''), text.includes('/'));
  return matches && { matches, isNegated, onlyFolders };
}

/** A blank at the end counts only behind a backslash. */
function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  if (end === text.length) return text;
  let slashes = 0;
  while (text[end - 1 - slashes] === '\\') slashes += 1;
  return text.slice(0, slashes % 2 === 1 ? end + 1 : end);
}
