import { HttpError } from '../errors.ts';

/** Beyond it a machine is not slow but stuck. */
const MOST = 20;

/**
 * A deadline on a slow machine. Tests measure how many times as long as usual their machine takes (`SLOWNESS`): an answer that is
 * late there is not a failure. Deployed functions, which have no emulators, keep theirs.
 * @param ms milliseconds on a usual machine
 */
export function onThisMachine(ms: number): number {
  const { FIRESTORE_EMULATOR_HOST: local, SLOWNESS } = process.env;
  return local ? Math.ceil(ms * Math.min(Math.max(1, Number(SLOWNESS) || 1), MOST)) : ms;
}

/**
 * Waits for a dependency, with a timeout: clients that retry on their own can hang far longer than a request may.
 * @param usual milliseconds on a usual machine
 * @throws HttpError `unavailable` (503 with Retry-After) after the timeout
 */
export async function withTimeout<T>(usual: number, what: string, work: Promise<T>): Promise<T> {
  const ms = onThisMachine(usual);
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
