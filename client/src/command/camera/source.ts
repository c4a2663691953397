/** What pictures of `sightline camera` come from. */
export interface Shot {
  bytes: Buffer;
  /** Of a file; others are named by their time. */
  name?: string;
  /** Unix milliseconds; now unless it is a file's. */
  date?: number;
}

export interface Source {
  /** The next picture; null: there is none now. @throws CommandError for a source that does not answer */
  take(signal: AbortSignal): Promise<Shot | null>;
  /** It has an end: null is the last that it says. */
  isFinite: boolean;
  /** Seconds between two pictures. */
  pace(every: number): void;
  close(): void;
}

/** Files that are pictures. */
export const PICTURES = ['.jpg', '.jpeg', '.png', '.webp'];
