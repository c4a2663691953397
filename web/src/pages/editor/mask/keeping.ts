/** Keeps unsaved masks in this browser, so that closing the tab loses nothing. */
import type { Keeper, Records } from '../../../data/images/kept-masks.ts';
import { type Drawing, findMask } from '../model/drawing.ts';
import { isSameMask, maskChanges } from './commands.ts';
import { type Bitmap, emptyBitmap } from './paint/bitmap.ts';
import type { Work } from './paint/jobs.ts';
import { changesBetween, type KeptMasks, keptIn, type Png, recordsOf } from './records.ts';

/** The stored masks that drawings are based on. */
export interface StoredMasks {
  /** Names in the bucket of all masks of a class; empty if there is none. */
  urisOf(image: string, tag: string): string;
  /** PNG files of a mask that was read or saved; null if they are unknown. */
  filesOf(mask: Bitmap): readonly Png[] | null;
}

interface Found extends KeptMasks {
  /** The tab that has written it. */
  owner: string;
}

const NOTHING: Records = new Map();

export class MaskKeeping {
  readonly #keeper: Keeper;
  readonly #work: Work;
  readonly #masks: StoredMasks;
  /** Unsaved masks of tabs that were closed, by image. */
  readonly #found = new Map<string, Found>();
  /** Records to be written, by image. Newer ones replace those that are still waiting. */
  readonly #waiting = new Map<string, Records | null>();
  /** Images for which this page has kept masks. Those of other tabs are not removed. */
  readonly #kept = new Set<string>();
  /** Records that this page has written, by image. */
  readonly #written = new Map<string, Records>();
  /** The tab whose records are removed when ours are written, by image. */
  readonly #replaced = new Map<string, string>();
  #isWriting = false;

  constructor(keeper: Keeper, work: Work, masks: StoredMasks) {
    this.#keeper = keeper;
    this.#work = work;
    this.#masks = masks;
  }

  /** Looks for unsaved masks of closed tabs. Call it before anything is painted, which would overwrite them. */
  async find(image: string): Promise<void> {
    // Without IndexedDB, nothing was kept.
    const found = await this.#read(image).catch(() => null);
    if (found && !this.#kept.has(image)) this.#found.set(image, found);
  }

  /** The newest unsaved masks of all tabs. */
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

  /** @returns unsaved masks of a closed tab that differ from the drawing; null if there are none */
  found(drawing: Drawing): KeptMasks | null {
    const { image, size } = drawing;
    const kept = this.#found.get(image);
    if (!kept) return null;
    const masks = kept.masks.filter((mask) => {
      const { width, height, tiles } = mask.bitmap;
      const drawn = tiles.size > 0 ? mask : undefined;
      return width === size.width && height === size.height && !isSameMask(drawn, findMask(drawing, mask.id));
    });
    if (masks.length === 0) this.discard(image);
    return masks.length > 0 ? { ...kept, masks } : null;
  }

  discard(image: string): void {
    const found = this.#found.get(image);
    this.#found.delete(image);
    if (found) void this.#keeper.drop(image, found.owner).catch(() => {});
  }

  /** @param drawing null if everything is saved */
  keep(stored: Drawing, drawing: Drawing | null): void {
    const { image } = stored;
    const changes = drawing ? maskChanges(stored, drawing) : [];
    if (changes.length === 0) {
      if (this.#kept.delete(image)) this.#write(image, null);
      return;
    }
    const found = this.#found.get(image);
    if (found) this.#replaced.set(image, found.owner);
    this.#found.delete(image);
    this.#kept.add(image);
    const { width, height } = stored.size;
    const nothing = emptyBitmap(width, height);
    const masks = changes.map(({ id, before, after }) => {
      const tag = after?.tag ?? before?.tag ?? '';
      const files = before ? this.#masks.filesOf(before.bitmap) : [];
      const [base, bitmap] = [before?.bitmap ?? nothing, after?.bitmap ?? nothing];
      return { id, tag, bitmap, base, files, uris: this.#masks.urisOf(image, tag) };
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
    // They were discarded in another tab: the changes since then are not the whole mask, so all records are written again.
    if (count !== records.size) await put(NOTHING);
    this.#written.set(image, records);
    this.#replaced.delete(image);
  }

  async #drop(image: string): Promise<void> {
    await this.#keeper.drop(image);
    this.#written.delete(image);
  }
}
