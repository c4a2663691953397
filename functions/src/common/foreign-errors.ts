import { Refusal } from './errors.ts';

/** gRPC codes of Firestore that mean: try again later. 4 deadline, 8 quota, 10 aborted, 14 unavailable. */
const TRANSIENT_GRPC = new Set([4, 8, 10, 14]);
const TRANSIENT_HTTP = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_SYSTEM =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+|ERR_STREAM_PREMATURE_CLOSE)$/;

/** True for a failure of a dependency that may heal by itself, told by its code, never by its text. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  if (typeof code === 'number') return TRANSIENT_GRPC.has(code) || TRANSIENT_HTTP.has(code);
  return TRANSIENT_SYSTEM.test(String(code)) || TRANSIENT_HTTP.has(Number(code));
}

/** What a caller is told of an error that is not ours: 503 where trying again helps, else 500; nothing of its text. */
export const translateForeign = (error: unknown): Refusal =>
  new Refusal(isTransient(error) ? 'unavailable' : 'unforeseen', {}, error);

function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, status, cause } = error as { code?: unknown; status?: unknown; cause?: unknown };
  return code ?? status ?? codeOf(cause);
}
