/** Reads masks from the bucket and saves them there: one call for each class whose pixels have changed. */
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import type { Drawing, MaskLayer } from '../model/drawing.ts';
import { ContestedError } from '../part.ts';
import { changedMasks, maskOf, samePixels } from './commands.ts';
import type { Bitmap } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';
import type { Work } from './paint/jobs.ts';
import type { Png } from './records.ts';

export interface MaskPorts {
  work: Work;
  /** The current record; null if the image was deleted. */
  read(image: string): Promise<Pick<ListedImage, 'revision' | 'masks'> | null>;
  /** PNG files of all masks of an image, by their tags. */
  download(image: string): Promise<{ tag: string; png: Png }[]>;
  /** @param mask its id, if the tag has several @throws SightlineError 409: the image has another revision */
  put(image: ListedImage, tag: string, png: Png, seen: number, mask?: string): Promise<string>;
  remove(image: ListedImage, tag: string, seen: number, mask?: string): Promise<void>;
}

/** Somebody else has painted the same class since this page read it. */
export interface MaskConflict {
  image: string;
  tag: string;
  theirs: Bitmap;
  /** Names of their mask in the bucket. */
  uris: string;
}

export class MaskConflictError extends ContestedError {
  override name = 'MaskConflictError';
  /** One per class. */
  readonly conflicts: readonly MaskConflict[];

  constructor(conflicts: readonly MaskConflict[]) {
    super('Somebody else has painted the same class.');
    this.conflicts = conflicts;
  }
}

export class MaskSaving {
  readonly #ports: MaskPorts;
  /** By image and tag: the names of the stored mask that the drawing is based on. */
  readonly #known = new Map<string, string>();
  /** By image and tag: the mask that was sent last. Its answer may have been lost. */
  readonly #sent = new Map<string, Bitmap>();
  /** PNG files of masks that were read or saved. */
  readonly #files = new WeakMap<Bitmap, readonly Png[]>();

  constructor(ports: MaskPorts) {
    this.#ports = ports;
  }

  async load(image: ListedImage, drawing: Drawing): Promise<Drawing> {
    const layers = image.masks.length === 0 ? [] : await this.#layers(image.id, drawing);
    for (const { tag } of layers) this.#known.set(nameOf(image.id, tag), urisOf(image, tag));
    return { ...drawing, masks: layers };
  }

  /** @returns the new revision @throws MaskConflictError; SightlineError, 409 if the image has another revision */
  async save(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number> {
    const tags = changedMasks(stored, drawing);
    const record = await this.#requireKnown(image, tags, drawing);
    let revision = seen;
    for (const tag of tags) {
      // Several masks were painted as one layer: the first becomes the layer, and then the others go.
      const [first, ...others] = (record?.masks ?? []).filter((mask) => mask.tag === tag);
      const id = others.length > 0 ? first?.id : undefined;
      revision = await this.#saveOne(image, { tag, id }, maskOf(drawing, tag), revision);
      for (const other of others) {
        await this.#ports.remove(image, tag, revision, other.id);
        revision += 1;
      }
    }
    return revision;
  }

  /** From now on, the drawing is based on this mask: theirs, or the one that was stored when it was painted. */
  settle({ image, tag, uris }: Omit<MaskConflict, 'theirs'>): void {
    this.#known.set(nameOf(image, tag), uris);
  }

  /** Names in the bucket of the stored mask that the drawing is based on; empty if there was none. */
  readonly urisOf = (image: string, tag: string): string => this.#known.get(nameOf(image, tag)) ?? '';

  /** The PNG files that make up this mask; null if it was neither read nor saved. */
  readonly filesOf = (mask: Bitmap): readonly Png[] | null => this.#files.get(mask) ?? null;

  async #saveOne(
    image: ListedImage,
    { tag, id }: { tag: string; id: string | undefined },
    mask: Bitmap,
    seen: number,
  ): Promise<number> {
    const name = nameOf(image.id, tag);
    this.#sent.set(name, mask);
    if (mask.tiles.size > 0) {
      const png = await this.#ports.work('encode', mask);
      this.#files.set(mask, [png]);
      this.#known.set(name, await this.#ports.put(image, tag, png, seen, id));
    } else if (this.#known.get(name)) {
      await this.#ports.remove(image, tag, seen, id);
      this.#known.delete(name);
    } else return seen;
    this.#sent.delete(name);
    return seen + 1;
  }

  /** A new revision does not say what has changed: it is a conflict only if somebody has changed the mask of the same class. */
  async #requireKnown(image: ListedImage, tags: readonly string[], drawing: Drawing) {
    const record = tags.length > 0 ? await this.#ports.read(image.id) : null;
    const now = (tag: string) => (record ? urisOf(record, tag) : '');
    const others = tags.filter((tag) => now(tag) !== this.urisOf(image.id, tag));
    if (others.length === 0) return record;
    const stored = { ...drawing, masks: await this.#layers(image.id, drawing) };
    const all = others.map((tag) => ({ image: image.id, tag, theirs: maskOf(stored, tag), uris: now(tag) }));
    const conflicts = all.filter((each) => !this.#isOwn(each, drawing));
    if (conflicts.length > 0) throw new MaskConflictError(conflicts);
    for (const each of all) this.settle(each);
    return record;
  }

  /** Whether the stored mask is the drawn one, or one that was sent before and whose answer was lost. */
  #isOwn({ image, tag, theirs }: MaskConflict, drawing: Drawing): boolean {
    const own = [maskOf(drawing, tag), this.#sent.get(nameOf(image, tag))];
    return own.some((mine) => mine && samePixels(mine, theirs));
  }

  /** Other programs may have stored several masks of one class: they become one layer. */
  async #layers(image: string, { size }: Drawing): Promise<MaskLayer[]> {
    const layers = new Map<string, Bitmap>();
    for (const { tag, png } of await this.#ports.download(image)) {
      const mask = await this.#ports.work('decode', { png, ...size });
      const before = layers.get(tag);
      const edit = new MaskEdit(before ?? mask);
      if (before) edit.combine(mask, true);
      edit.end();
      layers.set(tag, edit.bitmap);
      this.#files.set(edit.bitmap, [...((before && this.filesOf(before)) ?? []), png]);
    }
    return [...layers].map(([tag, bitmap]) => ({ tag, bitmap }));
  }
}

const nameOf = (image: string, tag: string): string => `${image} ${tag}`;

const urisOf = ({ masks }: Pick<ListedImage, 'masks'>, tag: string): string =>
  masks
    .filter((mask) => mask.tag === tag)
    .map(({ uri }) => uri)
    .join(' ');
