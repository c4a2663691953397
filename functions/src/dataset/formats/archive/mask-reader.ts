import type { Traces } from '../../../../../packages/formats/src/shape/traces.ts';
import type { MaskReading } from '../../../../../packages/formats/src/write/archive-format.ts';
import type { ManifestImage, ManifestMask } from '../../../../../packages/records/src/manifest.ts';
import { HttpError } from '../../../common/errors.ts';
import { openPicture } from '../../../common/images/decoding.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import type { Traced } from '../outline/isolated-trace.ts';
import { tracing } from '../outline/trace-isolated.ts';
import { readMaskBytes } from './read-pixels.ts';

/** Pixels of the masks of one image: 40 of the largest ones, a thousand of a usual camera. */
const MOST_PIXELS = 2e9;

interface Tracing extends Reading {
  dataset: string;
}

/** Reads the masks of an archive, and keeps what is left out of it. */
export class MaskReader implements MaskReading {
  readonly #reading: Tracing;
  readonly #lost = new Set<string>();
  readonly #empty = new Set<string>();
  readonly #pixels = new WeakMap<ManifestImage, number>();

  constructor(reading: Tracing) {
    this.#reading = reading;
  }

  async trace<As extends keyof Traces>(
    as: As,
    mask: ManifestMask,
    image: ManifestImage,
  ): Promise<Traces[As] | 'too long' | null> {
    const bytes = await readMaskBytes(mask, this.#reading);
    const pixels = bytes && (await pixelsOf(bytes));
    const spent = pixels === null ? 0 : this.#spend(pixels, image);
    if (spent > MOST_PIXELS) {
      this.leaveOut(
        mask,
        image,
        `the masks of its image have ${spent} pixels or more; at most ${MOST_PIXELS}`,
      );
      return null;
    }
    const traced = bytes && pixels !== null ? await this.#traced(as, bytes, mask, image) : 'unreadable';
    if (traced === 'unreadable')
      this.#lost.add(`${mask.uri}: mask of image ${image.image} cannot be read, it may have been deleted`);
    if (traced === 'blank') this.#empty.add(mask.uri);
    return traced === 'unreadable' || traced === 'blank' ? null : traced;
  }

  async #traced<As extends keyof Traces>(
    as: As,
    bytes: Buffer,
    mask: ManifestMask,
    image: ManifestImage,
  ): Promise<Traced<As> | null> {
    const { signal } = this.#reading;
    try {
      return await tracing.trace(as, bytes, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HttpError) || error.code !== 'too costly') throw error;
      this.leaveOut(mask, image, `reading it is too costly: ${error.particulars.reason}`);
      return null;
    }
  }

  /** @returns pixels of the image's masks with these, which are forgotten where they are too many */
  #spend(pixels: number, image: ManifestImage): number {
    const spent = (this.#pixels.get(image) ?? 0) + pixels;
    if (spent <= MOST_PIXELS) this.#pixels.set(image, spent);
    return spent;
  }

  leaveOut({ uri }: ManifestMask, { image }: ManifestImage, reason: string): void {
    this.#lost.add(`${uri}: mask of image ${image} is left out: ${reason}`);
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

/** By the header alone; null if it is not a picture that is read. */
const pixelsOf = (bytes: Buffer): Promise<number | null> =>
  openPicture(bytes).then(
    ({ width, height }) => width * height,
    () => null,
  );
