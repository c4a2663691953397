/** Formats a function's structured log line: severity, message, then the other fields as `name=value`. */

const NAME_WIDTH = 11;
/** Fields that the launcher's prefix and the reader's clock already show. */
const NOT_SHOWN = new Set(['severity', 'message', 'timestamp', 'time', 'logging.googleapis.com/labels']);

/** @returns the line after the function's name; a line that is not a JSON object is unchanged */
export function readableLine(name: string, line: string): string {
  const prefix = name.padEnd(NAME_WIDTH);
  const entry = parseEntry(line);
  if (!entry) return `${prefix} ${escaped(line)}`;
  const { severity = 'DEFAULT', message = '' } = entry;
  const fields = Object.entries(entry).flatMap(([key, value]) =>
    NOT_SHOWN.has(key) || value === undefined ? [] : [`${escaped(key)}=${escaped(shown(value))}`],
  );
  return [prefix, escaped(String(severity)).padEnd(7), escaped(String(message)), ...fields]
    .join(' ')
    .trimEnd();
}

/** Line breaks and control characters would let an id forge a line or manipulate the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (text: string): string =>
  text.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
