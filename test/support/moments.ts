/**
 * Moments in the work of a process, counted instead of timed: each of its calls to Firestore has two, when the call arrives and
 * when its answer is returned. So a test can kill a process between any two of its steps, on slow and fast machines alike.
 */
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import type { TestStack } from './stack.ts';

export interface Moments {
  /** For the functions' environment. */
  env: { FIRESTORE_EMULATOR_HOST: string };
  /** Resolves after `count` more moments. */
  pass(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param stack its functions must be started with `env` */
export async function startMoments(stack: () => TestStack): Promise<Moments> {
  let waiting: { left: number; resolve: () => void }[] = [];
  const note = () => {
    for (const each of waiting) each.left -= 1;
    for (const each of waiting) if (each.left <= 0) each.resolve();
    waiting = waiting.filter(({ left }) => left > 0);
  };
  const tap: FirestoreTap = await startFirestoreTap(() => stack().addresses.firestore, note);
  return {
    env: { FIRESTORE_EMULATOR_HOST: tap.address },
    pass: (left) => new Promise((resolve) => waiting.push({ left, resolve })),
    close: () => tap.close(),
  };
}
