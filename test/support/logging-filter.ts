/** The subset of Cloud Logging's query language that this project's filters use: comparisons and functions joined by AND. */

export interface LogEntry {
  /** The end of `logName`: which of the platform's logs it is in. */
  logId: string;
  severity: string;
  resource: { type: string; labels: { service_name: string } };
  jsonPayload: Record<string, unknown>;
  /** In the platform's own line about a request. */
  httpRequest?: { requestMethod: string; status: number };
}

const SEVERITIES = ['DEFAULT', 'DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR', 'CRITICAL'];
const COMPARISON = /^([\w.]+)(=|!=|>=|<=|>|<|:)(\*|"[^"]*"|[\w.]+|\(.*\))$/;

/** A line on standard output as Cloud Logging stores it: `severity` is extracted, the rest is the payload. */
export function entryOf(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  const { severity = 'DEFAULT', ...jsonPayload } = JSON.parse(line) as Record<string, unknown>;
  const resource = {
    type: 'cloud_run_revision',
    labels: { service_name: String(jsonPayload.function ?? '') },
  };
  return { logId: 'run.googleapis.com/stdout', severity: String(severity), resource, jsonPayload };
}

/** The platform's own line about the same request; null if the line is not about one. */
export function platformEntryOf({ resource, jsonPayload }: LogEntry): LogEntry | null {
  const { message, method, status } = jsonPayload;
  if (message !== 'request') return null;
  const httpRequest = { requestMethod: String(method), status: Number(status) };
  const severity = httpRequest.status < 400 ? 'INFO' : 'WARNING';
  return { logId: 'run.googleapis.com/requests', severity, resource, jsonPayload: {}, httpRequest };
}

const SAMPLE = /^sample\(insertId, ([\d.]+)\)$/;

/** How many of such entries a sink with this exclusion filter stores, from 0 to 1. */
export function storedShare(exclusion: string, entry: LogEntry): number {
  const terms = exclusion.split(' AND ');
  const others = terms.filter((term) => !SAMPLE.test(term));
  if (others.length > 0 && !matches(others.join(' AND '), entry)) return 1;
  return 1 - Math.min(...terms.map((term) => Number(SAMPLE.exec(term)?.[1] ?? 1)));
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
  const [, logId] = /^log_id\("([^"]+)"\)$/.exec(comparison) ?? [];
  if (logId !== undefined) return entry.logId === logId;
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
