/** Classifies errors of other services, by their codes and never by their text. */
import { HttpError } from './errors.ts';

/** gRPC codes, the equivalent HTTP statuses of REST (Facts: Images and archives), and the system's codes. */
const CODES = {
  'bad request': [3, 400],
  permission: [7, 16, 401, 403],
  missing: [5, 404],
  exists: [6, 409],
  quota: [8, 429],
  deadline: [4, 408, 504, 'ETIMEDOUT'],
  changed: [9, 412],
  overtaken: [10],
  unreachable: [
    14,
    500,
    502,
    503,
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ERR_STREAM_PREMATURE_CLOSE',
  ],
  internal: [13],
} as const;

export type Fault = keyof typeof CODES | 'unknown';

const FAULTS = new Map(
  (Object.keys(CODES) as (keyof typeof CODES)[]).flatMap((fault) =>
    CODES[fault].map((code) => [String(code), fault] as const),
  ),
);

const TRANSIENT: ReadonlySet<Fault> = new Set(['quota', 'deadline', 'overtaken', 'unreachable']);

/** The first meaningful code: the error's own, or that of its cause. */
export function faultOf(error: unknown): Fault {
  if (typeof error !== 'object' || error === null || error instanceof HttpError) return 'unknown';
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  const given = String(code ?? status);
  // Codes of Node's fetch.
  if (given.startsWith('UND_ERR_')) return 'unreachable';
  return FAULTS.get(given) ?? faultOf(cause);
}

/** True for a failure of a dependency that may be temporary. */
export const isTransient = (error: unknown): boolean => TRANSIENT.has(faultOf(error));

/** True if the object or document does not exist. */
export const isMissing = (error: unknown): boolean => faultOf(error) === 'missing';

/** Firebase Auth's errors for ids and addresses without an account, and for invalid ones. */
const UNKNOWN_ACCOUNT = new Set(['auth/user-not-found', 'auth/invalid-email', 'auth/invalid-uid']);

export const isUnknownAccount = (error: unknown): boolean =>
  UNKNOWN_ACCOUNT.has(String((error as { code?: unknown }).code));

/** The answer to a foreign error: 503 if a retry may help, else 500; never its text. */
export const translateForeign = (error: unknown): HttpError =>
  new HttpError(isTransient(error) ? 'unavailable' : 'unforeseen', {}, error);
