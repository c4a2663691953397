/** What the cameras and people of a soak know: what they sent, and what was acknowledged. */

/** One frame of a camera, which is sent until it is acknowledged. */
export interface SentFrame {
  name: string;
  monitor: string;
  dataset: string;
  tag: string;
  /** Unix milliseconds. */
  date: number;
  /** Hexadecimal SHA-256 of its bytes. */
  hash: string;
  /** Id of its record after the acknowledgement. */
  id: string | null;
  /** Acknowledged annotations of the last updateTags: tag ids in order. */
  annotations: readonly string[];
  isDeleted: boolean;
  /** A call for it is running, so its state is unknown and nobody else uses it. */
  isBusy: boolean;
}

export class Ledger {
  readonly frames: SentFrame[] = [];
  /** Number of answers by kind: `monitor image 200`. */
  readonly answers = new Map<string, number>();
  /** Errors that the answers alone show: a changed id, two winners, a 500, no answer. */
  readonly findings: string[] = [];
  readonly counts = { retries: 0, repeats: 0, deletes: 0, tagUpdates: 0, starts: 0, stops: 0, held: 0 };
  /** Number of frames acknowledged so far, including deleted ones. */
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
