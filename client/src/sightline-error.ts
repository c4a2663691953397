/**
 * Why a call came to nothing.
 * `refused`: the service said no, in a sentence. `unreachable`: no answer came. `late`: none came in time.
 * `unexpected`: an answer came that is not the service's, as from a proxy. `aborted`: the caller's signal ended it.
 */
export type FailureKind = 'refused' | 'unreachable' | 'late' | 'unexpected' | 'aborted';

export interface Failure {
  kind: FailureKind;
  /** HTTP status; 0 where no answer came. */
  status?: number;
  /** Id of the call, also in the service's log. */
  requestId?: string | undefined;
  /** Seconds that the service asks to wait. */
  retryAfter?: number | undefined;
  /** The body of the answer, parsed where it was JSON. */
  body?: unknown;
  cause?: unknown;
}

/** The one error that this package throws. `message` is the service's own sentence where it answered. */
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

  /** Of a git route: which failure it is, as `git_push_failed`. */
  get code(): string | undefined {
    return textIn(this.body, 'code');
  }

  /** Of a git route: what to do about it. */
  get suggestion(): string | undefined {
    return textIn(this.body, 'suggestion');
  }
}

/** The sentence of an error body, whose shape differs by area of the service. */
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
