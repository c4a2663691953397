import { Refusal } from './errors.ts';

/**
 * Waits for a dependency, but not forever: clients that retry on their own can hang far longer than a request may.
 * @param ms milliseconds
 * @throws Refusal `unavailable` (503 with Retry-After) when the time is over
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('unavailable', {}, `${what}: no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
