/** Masks that are not saved yet, on their way into this browser and back: closing the tab loses nothing. */
import type { Keeper } from '../../../data/kept-masks.ts';
import type { Drawing } from '../model/drawing.ts';
import type { Bitmap } from './bitmap.ts';
import { changedMasks, maskOf, samePixels } from './commands.ts';

export interface KeptMasks {
  /** Unix milliseconds. */
  at: number;
  /** One for each class whose pixels are not saved. */
  masks: readonly {
    tag: string;
    bitmap: Bitmap /** Names in the bucket of the mask it began with. */;
    uris: string;
  }[];
}

export class MaskKeeping {
  readonly #keeper: Keeper<KeptMasks>;
  /** What a tab that was closed has left behind, by image. */
  readonly #found = new Map<string, KeptMasks>();
  /** What is to be written, by image: only the latest of what came while another was written. */
  readonly #waiting = new Map<string, KeptMasks | null>();
  /** Images of which this page has written something: the rest is not its to remove. */
  readonly #written = new Set<string>();
  #isWriting = false;

  constructor(keeper: Keeper<KeptMasks>) {
    this.#keeper = keeper;
  }

  /** Looks for what was left behind. Before anything is painted, or it would be overwritten. */
  async find(image: string): Promise<void> {
    // Without IndexedDB, nothing was kept either.
    const found = await this.#keeper.read(image).catch(() => null);
    if (found && !this.#written.has(image)) this.#found.set(image, found);
  }

  /** @returns what was left behind and is not in the drawing; null where there is nothing */
  found({ image, size, masks: layers }: Drawing): KeptMasks | null {
    const kept = this.#found.get(image);
    if (!kept) return null;
    const drawing = { image, size, masks: layers, annotations: [] };
    const masks = kept.masks.filter(
      ({ tag, bitmap }) =>
        bitmap.width === size.width &&
        bitmap.height === size.height &&
        !samePixels(bitmap, maskOf(drawing, tag)),
    );
    if (masks.length === 0) this.discard(image);
    return masks.length > 0 ? { ...kept, masks } : null;
  }

  discard(image: string): void {
    this.#found.delete(image);
    this.#write(image, null);
  }

  /** @param drawing null: all is saved */
  keep(stored: Drawing, drawing: Drawing | null, urisOf: (image: string, tag: string) => string): void {
    const { image } = stored;
    const tags = drawing ? changedMasks(stored, drawing) : [];
    if (drawing && tags.length > 0) {
      const masks = tags.map((tag) => ({ tag, bitmap: maskOf(drawing, tag), uris: urisOf(image, tag) }));
      this.#found.delete(image);
      this.#written.add(image);
      this.#write(image, { at: Date.now(), masks });
    } else if (this.#written.delete(image)) this.#write(image, null);
  }

  #write(image: string, kept: KeptMasks | null): void {
    this.#waiting.set(image, kept);
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (const [image, kept] of this.#waiting) {
      this.#waiting.delete(image);
      // The browser's storage is full or disabled. The editor still saves to the service after each pause.
      await this.#keeper.keep(image, kept).catch(() => {});
    }
    this.#isWriting = false;
  }
}
