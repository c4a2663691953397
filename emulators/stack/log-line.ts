/** A function's structured log line, made readable: severity, message, then the other fields as `name=value`. */

const NAME_WIDTH = 11;
/** Fields that say nothing here: the launcher's prefix and the reader's clock say them already. */
const NOT_SHOWN = new Set(['severity', 'message', 'timestamp', 'time', 'logging.googleapis.com/labels']);

/** @returns the line with the function's name before it; a line that is no JSON object stays as it is */
export function readableLine(name: string, line: string): string {
  const prefix = name.padEnd(NAME_WIDTH);
  const entry = parseEntry(line);
  if (!entry) return `${prefix} ${line}`;
  const { severity = 'DEFAULT', message = '' } = entry;
  const fields = Object.entries(entry).flatMap(([key, value]) =>
    NOT_SHOWN.has(key) || value === undefined ? [] : [`${key}=${shown(value)}`],
  );
  return [prefix, String(severity).padEnd(7), String(message), ...fields].join(' ').trimEnd();
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
