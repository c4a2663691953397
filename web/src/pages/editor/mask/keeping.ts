/** Masks that are not saved yet, on their way into this browser and back: closing the tab loses nothing. */
import type { Keeper, Records } from '../../../data/kept-masks.ts';
import type { Drawing } from '../model/drawing.ts';
import type { Bitmap } from './bitmap.ts';
import { changedMasks, maskOf, samePixels } from './commands.ts';
import type { Work } from './jobs.ts';
import { changesBetween, type KeptMasks, keptIn, type Png, recordsOf } from './records.ts';

/** What is known of the masks that drawings rest on. */
export interface StoredMasks {
  /** Names in the bucket; empty where there is none. */
  urisOf(image: string, tag: string): string;
  /** PNG files of a mask that was read or saved; null where they are not known. */
  filesOf(mask: Bitmap): readonly Png[] | null;
}

interface Found extends KeptMasks {
  /** The tab that has left it. */
  owner: string;
}

const NOTHING: Records = new Map();

export class MaskKeeping {
  readonly #keeper: Keeper;
  readonly #work: Work;
  readonly #masks: StoredMasks;
  /** What a tab that was closed has left behind, by image. */
  readonly #found = new Map<string, Found>();
  /** What is to be written, by image: only the latest of what came while another was written. */
  readonly #waiting = new Map<string, Records | null>();
  /** Images of which this page has kept something: the rest is not its to remove. */
  readonly #kept = new Set<string>();
  /** What this page has written, by image. */
  readonly #written = new Map<string, Records>();
  /** Whose records go as soon as ours are written, by image. */
  readonly #replaced = new Map<string, string>();
  #isWriting = false;

  constructor(keeper: Keeper, work: Work, masks: StoredMasks) {
    this.#keeper = keeper;
    this.#work = work;
    this.#masks = masks;
  }

  /** Looks for what was left behind. Before anything is painted, or it would be overwritten. */
  async find(image: string): Promise<void> {
    // Without IndexedDB, nothing was kept either.
    const found = await this.#read(image).catch(() => null);
    if (found && !this.#kept.has(image)) this.#found.set(image, found);
  }

  /** The latest of what tabs have left. */
  async #read(image: string): Promise<Found | null> {
    const decode = (png: Png, size: { width: number; height: number }) =>
      this.#work('decode', { png, ...size });
    const sets = (await this.#keeper.read(image)).map(async ({ owner, records }) => {
      const kept = await keptIn(records, decode);
      return kept && { ...kept, owner };
    });
    const whole = (await Promise.all(sets)).filter((kept) => kept !== null);
    return whole.toSorted((one, other) => other.at - one.at)[0] ?? null;
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
    const found = this.#found.get(image);
    this.#found.delete(image);
    if (found) void this.#keeper.drop(image, found.owner).catch(() => {});
  }

  /** @param drawing null: all is saved */
  keep(stored: Drawing, drawing: Drawing | null): void {
    const { image } = stored;
    const tags = drawing ? changedMasks(stored, drawing) : [];
    if (!drawing || tags.length === 0) {
      if (this.#kept.delete(image)) this.#write(image, null);
      return;
    }
    const found = this.#found.get(image);
    if (found) this.#replaced.set(image, found.owner);
    this.#found.delete(image);
    this.#kept.add(image);
    const masks = tags.map((tag) => {
      const base = maskOf(stored, tag);
      const files = base.tiles.size === 0 ? [] : this.#masks.filesOf(base);
      return { tag, bitmap: maskOf(drawing, tag), base, files, uris: this.#masks.urisOf(image, tag) };
    });
    this.#write(image, recordsOf(Date.now(), masks));
  }

  #write(image: string, records: Records | null): void {
    this.#waiting.set(image, records);
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (const [image, records] of this.#waiting) {
      this.#waiting.delete(image);
      // The browser's storage is full or disabled. The editor still saves to the service after each pause.
      await (records ? this.#change(image, records) : this.#drop(image)).catch(() => {});
    }
    this.#isWriting = false;
  }

  async #change(image: string, records: Records): Promise<void> {
    const put = (before: Records) =>
      this.#keeper.change(image, changesBetween(before, records), this.#replaced.get(image));
    const count = await put(this.#written.get(image) ?? NOTHING);
    // Somebody has discarded them in another tab: what is painted since is not the whole mask.
    if (count !== records.size) await put(NOTHING);
    this.#written.set(image, records);
    this.#replaced.delete(image);
  }

  async #drop(image: string): Promise<void> {
    await this.#keeper.drop(image);
    this.#written.delete(image);
  }
}
