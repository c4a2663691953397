/** The subset of Cloud Logging's query language that this project's filters use: comparisons joined by AND. */

export interface LogEntry {
  severity: string;
  resource: { type: string };
  jsonPayload: Record<string, unknown>;
}

const SEVERITIES = ['DEFAULT', 'DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL'];
const COMPARISON = /^([\w.]+)(=|!=|>=|<=|>|<|:)(\*|"[^"]*"|[\w.]+|\(.*\))$/;

/** A line on standard output as Cloud Logging stores it: `severity` is extracted, the rest is the payload. */
export function entryOf(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  const { severity = 'DEFAULT', ...jsonPayload } = JSON.parse(line) as Record<string, unknown>;
  return { severity: String(severity), resource: { type: 'cloud_run_revision' }, jsonPayload };
}

/** @throws for unsupported syntax */
export function matches(filter: string, entry: LogEntry): boolean {
  return filter.split(' AND ').every((comparison) => compare(comparison, entry));
}

/** Paths of the fields in a filter. */
export const fieldsOf = (filter: string): string[] =>
  filter.split(' AND ').map((comparison) => parse(comparison)[0]);

function parse(comparison: string): [path: string, operator: string, values: (string | number)[]] {
  const [, path, operator, text] = COMPARISON.exec(comparison.trim()) ?? [];
  if (!path || !operator || !text) throw new Error(`not understood: ${comparison}`);
  const values = text.startsWith('(') ? text.slice(1, -1).split(' OR ') : [text];
  return [path, operator, values.map((each) => (each.startsWith('"') ? each.slice(1, -1) : numberOr(each)))];
}

const numberOr = (text: string): string | number => (/^[\d.]+$/.test(text) ? Number(text) : text);

function compare(comparison: string, entry: LogEntry): boolean {
  const [path, operator, values] = parse(comparison);
  const found = valueAt(entry, path);
  if (operator === ':') return found !== undefined;
  if (found === undefined) return false;
  return values.some((value) => holds(order(path, found, value), operator));
}

export const valueAt = (entry: LogEntry, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], entry);

function order(path: string, found: unknown, value: string | number): number {
  if (path === 'severity') return SEVERITIES.indexOf(String(found)) - SEVERITIES.indexOf(String(value));
  if (typeof value === 'number') return Number(found) - value;
  return found === value ? 0 : String(found) < value ? -1 : 1;
}

function holds(order: number, operator: string): boolean {
  if (operator === '=') return order === 0;
  if (operator === '!=') return order !== 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order < 0;
}
