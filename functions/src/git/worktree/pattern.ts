/** One pattern of `.gitignore` or `.gitattributes`, turned into a regular expression over paths from its own folder. */
export interface Pattern {
  /** Over the path as `bytesOf` gives it. */
  matches: RegExp;
  isNegated: boolean;
  /** Ends in a slash: matches folders only. */
  onlyFolders: boolean;
}

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The text's UTF-8 bytes, each as a character: `?` and brackets of git's patterns stand for one byte. */
export const bytesOf = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which is its own bytes
  /[^\x00-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text;

/** @returns undefined for blank lines and comments. */
export function parsePattern(line: string): Pattern | undefined {
  let text = bytesOf(line)
    .replace(/\r$/, '')
    .replace(/(?<!\\)((?:\\\\)*) +$/, '$1');
  if (text === '' || text.startsWith('#')) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  if (/^\\[#!]/.test(text)) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  const isAnchored = text.includes('/');
  const body = translate(text.replace(/^\//, ''));
  if (body === undefined || text === '') return undefined;
  return { matches: new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${body}$`, 's'), isNegated, onlyFolders };
}

/** `**` only counts as "any depth" between slashes; elsewhere it is a plain star. */
function translate(glob: string): string | undefined {
  let out = '';
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at);
    const atStart = at === 0 || glob[at - 1] === '/';
    if (atStart && rest.startsWith('**/')) {
      out += '(?:.*/)?';
      at += 2;
    } else if (atStart && rest === '**') {
      out += '.+';
      at += 1;
    } else if (glob[at] === '*') out += '[^/]*';
    else if (glob[at] === '?') out += '[^/]';
    else if (glob[at] === '[') {
      const bracket = translateBracket(rest);
      if (bracket === undefined) return undefined;
      out += bracket.text;
      at += bracket.length - 1;
    } else if (glob[at] === '\\') {
      if (at + 1 >= glob.length) return undefined;
      out += escapeText(glob[++at] ?? '');
    } else out += escapeText(glob[at] ?? '');
  }
  return out;
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  punct: '!-\\/:-@\\[-`{-~',
  space: ' \\t-\\r',
  xdigit: '0-9a-fA-F',
  cntrl: '\\x00-\\x1f\\x7f',
  graph: '!-~',
  print: ' -~',
};

function translateBracket(text: string): { text: string; length: number } | undefined {
  const found = /^\[([!^]?)(\]?(?:\[:\w+:\]|\\.|[^\]\\])*)\]/s.exec(text);
  if (found === null) return undefined;
  const inner = (found[2] ?? '')
    .replace(/\[:(\w+):\]|\\(.)|([[\]^])/gs, (_, name?: string, escaped?: string, special?: string) =>
      name === undefined ? `\\${escaped ?? special ?? ''}` : (CLASSES[name] ?? ''),
    )
    .replace(/\\([a-zA-Z0-9])/g, (whole, char: string) =>
      /[stx]/.test(char) && text.includes('[:') ? whole : char,
    );
  return { text: `(?!/)[${found[1] === '' ? '' : '^'}${inner}]`, length: found[0].length };
}
