import type { Reading } from '../../../common/storage/read-whole.ts';
import type { ManifestImage, ManifestMask } from '../../../common/versions/manifest.ts';
import type { MaskReading, Pixels } from './archive-format.ts';
import { decodeMask, readMaskBytes } from './read-pixels.ts';

/** Pixels of the masks of one image: 40 of the largest ones, a thousand of a usual camera. */
const MOST_PIXELS = 2e9;

/** The masks of an image have more pixels than MOST_PIXELS. */
class EndlessMasks extends Error {}

const BLANK = Buffer.alloc(64 * 1024);

/** Reads the masks of an archive, and keeps what is left out of it. */
export class MaskReader implements MaskReading {
  readonly #reading: Reading & { dataset: string };
  readonly #lost = new Set<string>();
  readonly #empty = new Set<string>();
  readonly #pixels = new WeakMap<ManifestImage, number>();

  constructor(reading: Reading & { dataset: string }) {
    this.#reading = reading;
  }

  async readMask(mask: ManifestMask, image: ManifestImage): Promise<Pixels | null> {
    try {
      const pixels = await this.#pixelsOf(mask, image);
      if (!pixels)
        this.#lost.add(`${mask.uri}: mask of image ${image.image} cannot be read, it may have been deleted`);
      else if (isBlank(pixels)) this.#empty.add(mask.uri);
      else return pixels;
    } catch (error) {
      if (!(error instanceof EndlessMasks)) throw error;
      this.leaveOut(mask, image, `the masks of its image have more than ${MOST_PIXELS} pixels`);
    }
    return null;
  }

  async #pixelsOf(mask: ManifestMask, image: ManifestImage): Promise<Pixels | null> {
    const bytes = await readMaskBytes(mask, this.#reading);
    const spend = (pixels: number) => {
      const spent = (this.#pixels.get(image) ?? 0) + pixels;
      if (spent > MOST_PIXELS) throw new EndlessMasks();
      this.#pixels.set(image, spent);
    };
    return bytes && decodeMask(bytes, this.#reading.signal, spend);
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
