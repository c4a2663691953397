import type { Outcome } from './send.ts';

/** Outcomes of a session's frames. Times are milliseconds from a frame's first attempt to its acknowledgement. */
export interface Summary {
  /** Frames sent, each counted once regardless of retries. */
  sent: number;
  /** Distinct ids that were acknowledged. */
  accepted: number;
  /** Acknowledged with the id of an earlier frame: the service had received this frame before. */
  duplicates: number;
  refused: number;
  /** Neither accepted nor rejected after the last attempt. */
  lost: number;
  retries: number;
  p50: number;
  p99: number;
  /** From the start of the session to the outcome of the last frame. */
  seconds: number;
  refusals: readonly { name: string; status: number; sentence: string }[];
  losses: readonly { name: string; reason: string }[];
  /** Of accepted frames, in order of acknowledgement. */
  ids: readonly string[];
  /** Why the session could not be stopped; null if it was, or if that was left to others. */
  stopProblem: string | null;
}

/** Counts outcomes as they arrive. */
export class Tally {
  sent = 0;
  retries = 0;
  duplicates = 0;
  readonly #begin = performance.now();
  #end: number | null = null;
  readonly #ids = new Set<string>();
  readonly #took: number[] = [];
  readonly #refusals: { name: string; status: number; sentence: string }[] = [];
  readonly #losses: { name: string; reason: string }[] = [];

  get accepted(): number {
    return this.#ids.size;
  }

  get settled(): number {
    return this.accepted + this.duplicates + this.#refusals.length + this.#losses.length;
  }

  /** Called when the last frame has its outcome; the stop of the session does not count as time. */
  finish(): void {
    this.#end = performance.now();
  }

  note(name: string, outcome: Outcome): void {
    if (outcome.kind === 'failed') this.#losses.push({ name, reason: outcome.reason });
    if (outcome.kind === 'refused') {
      this.#refusals.push({ name, status: outcome.status, sentence: outcome.sentence });
    }
    if (outcome.kind === 'done') this.#acknowledge(outcome.id, outcome.took);
  }

  #acknowledge(id: string, took: number): void {
    this.#took.push(took);
    if (this.#ids.has(id)) this.duplicates += 1;
    else this.#ids.add(id);
  }

  summary(stopProblem: string | null = null): Summary {
    const sorted = this.#took.toSorted((a, b) => a - b);
    return {
      sent: this.sent,
      accepted: this.accepted,
      duplicates: this.duplicates,
      refused: this.#refusals.length,
      lost: this.#losses.length,
      retries: this.retries,
      p50: percentile(sorted, 50),
      p99: percentile(sorted, 99),
      seconds: ((this.#end ?? performance.now()) - this.#begin) / 1000,
      refusals: this.#refusals,
      losses: this.#losses,
      ids: [...this.#ids],
      stopProblem,
    };
  }
}

/** Nearest rank; 0 for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? 0;
}
