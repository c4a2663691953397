/** git's configuration format: sections, sub-sections, quoting, continuation lines, comments. */
import { withoutMark } from '../blank.ts';

export interface ConfigEntry {
  /** `section.key` or `section.sub.key`; section and key in lower case, the sub-section as written. */
  name: string;
  value: string;
}

interface Header {
  prefix: string;
  rest: string;
}

/** Entries in the order of the file. Lines that make no sense are passed over, as the text is not ours to judge. */
export function parseConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let prefix = '';
  for (const line of joinContinued(text)) {
    const header = parseHeader(line);
    if (header !== undefined) prefix = header.prefix;
    const entry = parseEntry(prefix, header?.rest ?? line);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function* joinContinued(text: string): Generator<string> {
  let held = '';
  for (const line of withoutMark(text).split(/\r?\n/)) {
    const whole = held + line;
    let backslashes = 0;
    while (whole[whole.length - 1 - backslashes] === '\\') backslashes += 1;
    held = backslashes % 2 === 1 ? whole.slice(0, -1) : '';
    if (held === '') yield whole;
  }
  if (held !== '') yield held;
}

function parseHeader(line: string): Header | undefined {
  const found = /^[ \t]*\[[ \t]*([-.\w]+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?[ \t]*\](.*)$/s.exec(line);
  if (found === null) return undefined;
  const sub = found[2]?.replace(/\\(.)/gs, '$1');
  const section = (found[1] ?? '').toLowerCase();
  return { prefix: sub === undefined ? section : `${section}.${sub}`, rest: found[3] ?? '' };
}

function parseEntry(prefix: string, line: string): ConfigEntry | undefined {
  const found = /^[ \t]*([A-Za-z][-A-Za-z0-9]*)[ \t]*(?:=[ \t]*(.*))?$/s.exec(line);
  if (found === null || prefix === '') return undefined;
  const name = `${prefix}.${(found[1] ?? '').toLowerCase()}`;
  return { name, value: found[2] === undefined ? 'true' : parseValue(found[2]) };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

function parseValue(raw: string): string {
  let value = '';
  let solid = 0;
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? '';
    if (!quoted && (char === '#' || char === ';')) break;
    if (char === '"') quoted = !quoted;
    else if (char === '\\') {
      const next = raw[++at] ?? '';
      value += ESCAPES[next] ?? next;
    } else value += char;
    if (quoted || char === '\\' || char === '"' || !' \t\r'.includes(char)) solid = value.length;
  }
  return value.slice(0, solid);
}
