import type { Outcome } from './send.ts';

/** What became of a session's frames. Times in milliseconds, from a frame's first try to its acknowledgement. */
export interface Summary {
  /** Frames posted, each counted once however often it was tried. */
  sent: number;
  /** Distinct ids that were acknowledged. */
  accepted: number;
  /** Acknowledged with an id that an earlier frame had: the service knew the frame. */
  duplicates: number;
  refused: number;
  /** Neither acknowledged nor refused after the last try. */
  lost: number;
  retries: number;
  p50: number;
  p99: number;
  /** From the start of the session to the last frame's outcome. */
  seconds: number;
  refusals: readonly { name: string; status: number; sentence: string }[];
  losses: readonly { name: string; reason: string }[];
  /** Of accepted frames, in the order of their acknowledgement. */
  ids: readonly string[];
  /** Why the session could not be stopped; null when it was, or was left to others. */
  stopProblem: string | null;
}

/** Counts outcomes as they come. */
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

  /** The last frame is settled: what follows, as the stop of the session, does not count as time. */
  finish(): void {
    this.#end = performance.now();
  }

  note(name: string, outcome: Outcome): void {
    if (outcome.kind === 'failed') this.#losses.push({ name, reason: outcome.reason });
    if (outcome.kind === 'refused') {
      this.#refusals.push({ name, status: outcome.status, sentence: outcome.sentence });
    }
    if (outcome.kind === 'done') this.#acknowledge(outcome.data.id ?? name, outcome.took);
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

/** Nearest rank; 0 of nothing. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? 0;
}
