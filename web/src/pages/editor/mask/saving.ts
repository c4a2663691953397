/** Masks on their way from the bucket into a drawing, and back: one call for each class whose pixels have changed. */
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import type { Drawing, MaskLayer } from '../model/drawing.ts';
import type { Bitmap } from './bitmap.ts';
import { changedMasks, maskOf, samePixels } from './commands.ts';
import { MaskEdit } from './edit.ts';
import type { Work } from './jobs.ts';

export interface MaskPorts {
  work: Work;
  /** The record as it is now; null where it is gone. */
  read(image: string): Promise<Pick<ListedImage, 'revision' | 'masks'> | null>;
  /** PNG files of all masks of an image, by their tags. */
  download(image: string): Promise<{ tag: string; png: Uint8Array<ArrayBuffer> }[]>;
  /** @throws SightlineError 409: the image has another revision */
  put(image: ListedImage, tag: string, png: Uint8Array<ArrayBuffer>, seen: number): Promise<string>;
  remove(image: ListedImage, tag: string, seen: number): Promise<void>;
}

/** Somebody else has painted the same class since this page read it. */
export interface MaskConflict {
  image: string;
  tag: string;
  theirs: Bitmap;
  /** Names of their mask in the bucket. */
  uris: string;
}

export class MaskConflictError extends Error {
  override name = 'MaskConflictError';
  readonly conflict: MaskConflict;

  constructor(conflict: MaskConflict) {
    super('Somebody else has painted the same class.');
    this.conflict = conflict;
  }
}

export class MaskSaving {
  readonly #ports: MaskPorts;
  /** By image and tag: the uris of the mask that a drawing rests on. */
  readonly #known = new Map<string, string>();
  /** What was sent last: its answer may have been lost. */
  readonly #sent = new Map<string, Bitmap>();

  constructor(ports: MaskPorts) {
    this.#ports = ports;
  }

  async load(image: ListedImage, drawing: Drawing): Promise<Drawing> {
    const layers = image.masks.length === 0 ? [] : await this.#layers(image.id, drawing);
    for (const { tag } of layers) this.#known.set(nameOf(image.id, tag), urisOf(image, tag));
    return { ...drawing, masks: layers };
  }

  /** @returns the revision after it @throws MaskConflictError; SightlineError, 409 where the image has another revision */
  async save(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number> {
    let revision = seen;
    for (const tag of changedMasks(stored, drawing)) {
      await this.#requireKnown(image, tag, drawing);
      revision = await this.#saveOne(image, tag, maskOf(drawing, tag), revision);
    }
    return revision;
  }

  /** From now on, a drawing rests on their mask. */
  settle({ image, tag, uris }: MaskConflict): void {
    this.#known.set(nameOf(image, tag), uris);
  }

  async #saveOne(image: ListedImage, tag: string, mask: Bitmap, seen: number): Promise<number> {
    const name = nameOf(image.id, tag);
    this.#sent.set(name, mask);
    if (mask.tiles.size > 0) {
      const png = await this.#ports.work('encode', mask);
      this.#known.set(name, await this.#ports.put(image, tag, png, seen));
    } else if (this.#known.get(name)) {
      await this.#ports.remove(image, tag, seen);
      this.#known.delete(name);
    } else return seen;
    this.#sent.delete(name);
    return seen + 1;
  }

  /** The revision says that something has changed, not what: only another mask of this class stands against ours. */
  async #requireKnown(image: ListedImage, tag: string, drawing: Drawing): Promise<void> {
    const record = await this.#ports.read(image.id);
    const name = nameOf(image.id, tag);
    const uris = record ? urisOf(record, tag) : '';
    if (uris === (this.#known.get(name) ?? '')) return;
    const theirs = maskOf({ ...drawing, masks: await this.#layers(image.id, drawing) }, tag);
    const isOwn = [maskOf(drawing, tag), this.#sent.get(name)].some(
      (mine) => mine && samePixels(mine, theirs),
    );
    const conflict = { image: image.id, tag, theirs, uris };
    if (!isOwn) throw new MaskConflictError(conflict);
    this.settle(conflict);
  }

  /** Several masks of one class, as others may have stored, are one layer. */
  async #layers(image: string, { size }: Drawing): Promise<MaskLayer[]> {
    const layers = new Map<string, Bitmap>();
    for (const { tag, png } of await this.#ports.download(image)) {
      const mask = await this.#ports.work('decode', { png, ...size });
      const before = layers.get(tag);
      const edit = new MaskEdit(before ?? mask);
      if (before) edit.combine(mask, true);
      edit.end();
      layers.set(tag, edit.bitmap);
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
