import type { Reading } from '../../../common/storage/read-whole.ts';
import type { ManifestImage, ManifestMask } from '../../../common/versions/manifest.ts';
import type { MaskReading, Pixels } from './archive-format.ts';
import { readPixels } from './read-pixels.ts';

const BLANK = Buffer.alloc(64 * 1024);

/** Reads the masks of an archive, and keeps what is left out of it. */
export class MaskReader implements MaskReading {
  readonly #reading: Reading & { dataset: string };
  readonly #lost = new Set<string>();
  readonly #empty = new Set<string>();

  constructor(reading: Reading & { dataset: string }) {
    this.#reading = reading;
  }

  async readMask(mask: ManifestMask, { image }: ManifestImage): Promise<Pixels | null> {
    const pixels = await readPixels(mask, this.#reading);
    if (!pixels)
      this.#lost.add(`${mask.uri}: mask of image ${image} cannot be read, it may have been deleted`);
    else if (isBlank(pixels)) this.#empty.add(mask.uri);
    else return pixels;
    return null;
  }

  leaveOut({ uri }: ManifestMask, { image }: ManifestImage, reason: string): void {
    this.#lost.add(`${uri}: mask of image ${image} is left out: ${reason}`);
  }

  get signal(): AbortSignal {
    return this.#reading.signal;
  }

  /** Masks are read concurrently: sorted, the same losses give the same bytes. */
  lost(): string[] {
    return [...this.#lost].sort();
  }

  /** Number of masks without a pixel. */
  get empty(): number {
    return this.#empty.size;
  }
}

function isBlank({ data }: Pixels): boolean {
  for (let at = 0; at < data.length; at += BLANK.length) {
    const part = data.subarray(at, at + BLANK.length);
    if (!BLANK.subarray(0, part.length).equals(part)) return false;
  }
  return true;
}
