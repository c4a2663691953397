/** What the cameras and the people of a soak know: what was sent, and what was acknowledged of it. */

/** One frame of a camera; it is tried until it is acknowledged. */
export interface SentFrame {
  name: string;
  monitor: string;
  dataset: string;
  tag: string;
  /** Unix milliseconds. */
  date: number;
  /** Hexadecimal SHA-256 of its bytes. */
  hash: string;
  /** Id of its record, once it was acknowledged. */
  id: string | null;
  /** Acknowledged annotations, as tag ids in order; those of the last updateTags. */
  annotations: readonly string[];
  isDeleted: boolean;
  /** A call about it is under way: its outcome is open, so nobody else takes it. */
  isBusy: boolean;
}

export class Ledger {
  readonly frames: SentFrame[] = [];
  /** Answers by what they were: `monitor image 200`. */
  readonly answers = new Map<string, number>();
  /** What answers alone show to be wrong: an id that changed, two winners, a 500, no answer at all. */
  readonly findings: string[] = [];
  readonly counts = { retries: 0, repeats: 0, deletes: 0, tagUpdates: 0, starts: 0, stops: 0, held: 0 };
  /** Frames acknowledged so far, the deleted ones too. */
  kept = 0;
  readonly trouble = new Map<string, number>();

  noteAnswer(route: string, status: number): void {
    count(this.answers, `${route} ${status}`);
    if (status === 500) this.findings.push(`${route} answered 500`);
  }

  noteTrouble(what: string): void {
    count(this.trouble, what);
  }

  get acknowledged(): SentFrame[] {
    return this.frames.filter(({ id }) => id !== null);
  }
}

const count = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
