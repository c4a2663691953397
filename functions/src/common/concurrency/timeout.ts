import { HttpError } from '../errors.ts';

/**
 * Waits for a dependency, with a timeout: clients that retry on their own can hang far longer than a request may.
 * @param ms milliseconds
 * @throws HttpError `unavailable` (503 with Retry-After) after the timeout
 */
export async function withTimeout<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HttpError('unavailable', {}, `${what}: no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
