import { setTimeout as sleep } from 'node:timers/promises';

export interface RegularSaves {
  /** Milliseconds between the starts of two saves; at least ten times the duration of the last one. */
  every: number;
  save(): Promise<void>;
  /** Changes with each change of the data. */
  state(): Promise<string>;
  /** Called with one sentence when saving fails and when it works again. */
  report(sentence: string): void;
}

/** Largest share of the time that saving may take. */
const SHARE = 0.1;

/** Saves at once, and then while the data changes. @returns stops it, after a running save */
export function saveRegularly(options: RegularSaves): () => Promise<void> {
  const stopped = new AbortController();
  const ended = run(options, stopped.signal);
  return async () => {
    stopped.abort();
    await ended;
  };
}

async function run(options: RegularSaves, signal: AbortSignal): Promise<void> {
  const saved = { state: '', isFailing: false };
  while (!signal.aborted) {
    const begun = performance.now();
    await saveChanges(options, saved);
    const taken = performance.now() - begun;
    const pause = Math.max(options.every, taken / SHARE) - taken;
    await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function saveChanges(
  { save, state, report }: RegularSaves,
  saved: { state: string; isFailing: boolean },
): Promise<void> {
  try {
    const now = await state();
    if (now !== saved.state) await save();
    saved.state = now;
    if (saved.isFailing) report('The data is saved again.');
    saved.isFailing = false;
  } catch (error) {
    if (!saved.isFailing) report(`The data could not be saved: ${(error as Error).message}`);
    saved.isFailing = true;
  }
}
