/**
 * Kind of failure.
 * `refused`: the service answered with an error. `unreachable`: no answer. `late`: no answer in time.
 * `unexpected`: an answer that is not the service's, for example a proxy's. `aborted`: by the caller's signal.
 */
export type FailureKind = 'refused' | 'unreachable' | 'late' | 'unexpected' | 'aborted';

export interface Failure {
  kind: FailureKind;
  /** HTTP status; 0 without an answer. */
  status?: number;
  /** Id of the call, also in the service's log. */
  requestId?: string | undefined;
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | undefined;
  /** Body of the answer; parsed if it was JSON. */
  body?: unknown;
  cause?: unknown;
}

/** The only error that this package throws. `message` is the service's sentence if it answered. */
export class SightlineError extends Error {
  override readonly name = 'SightlineError';
  readonly kind: FailureKind;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly body: unknown;

  constructor(message: string, { kind, status = 0, requestId, retryAfter, body, cause }: Failure) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }

  /** Error code of a git route, such as `git_push_failed`. */
  get code(): string | undefined {
    return textIn(this.body, 'code');
  }

  /** What to do about it; git routes only. */
  get suggestion(): string | undefined {
    return textIn(this.body, 'suggestion');
  }
}

/** The sentence of an error body. Each area of the service has its own shape. */
export function sentenceOf(body: unknown): string | undefined {
  const data = fieldOf(body, 'data');
  const error = textIn(body, 'error');
  const details = textIn(body, 'details');
  if (error !== undefined && details !== undefined) return `${error}: ${details}`;
  return textIn(data, 'result') ?? textIn(body, 'result') ?? textIn(body, 'status') ?? error;
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : undefined;
}
