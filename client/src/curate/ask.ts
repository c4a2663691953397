import type { CallOptions, Request, Transport } from '../transport.ts';

type Asked = Pick<Request<unknown>, 'method' | 'path' | 'query' | 'json' | 'key'> & {
  isLong?: boolean;
  isRepeatable?: boolean;
  /** Status of the error that shows that an earlier attempt, whose answer was lost, succeeded. */
  doneBefore?: number;
};

/**
 * Calls of Contract 9. All but `makeKey` are retried: each write is idempotent.
 * Answers of the dataset and image areas come as they are; those of the monitor area are in `data`.
 */
export function ask<T>(
  transport: Transport,
  { doneBefore, ...asked }: Asked,
  options: CallOptions = {},
): Promise<T> {
  const read = (body: unknown): T | undefined => {
    const { data } = (body ?? {}) as { data?: { error?: boolean } };
    const answer = (data ?? body) as { error?: boolean; status?: string } | null;
    return answer?.error === false || answer?.status === 'success' ? (answer as T) : undefined;
  };
  // Only of calls that answer nothing but that they are done.
  const before = doneBefore !== undefined && { doneBefore: { status: doneBefore, result: {} as T } };
  return transport.call({ isRepeatable: true, ...asked, ...before, read }, options);
}

/** Identifies one request across its attempts. */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (each) => each.toString(16).padStart(2, '0')).join('');
}
