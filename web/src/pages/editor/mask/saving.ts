/** Reads masks from the bucket and saves them there: one call for each mask that is new, changed or gone. */
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import type { Drawing, MaskLayer } from '../model/drawing.ts';
import { ContestedError } from '../part.ts';
import {
  emptied,
  isSameMask,
  type MaskChange,
  MOST_MASKS,
  maskChanges,
  putMasks,
  storedId,
} from './commands.ts';
import type { Bitmap } from './paint/bitmap.ts';
import { type ReadPorts, readMasks } from './read-masks.ts';
import type { Png } from './records.ts';

type StoredMask = ListedImage['masks'][number];

export interface MaskPorts extends ReadPorts {
  /** The current record; null if the image was deleted. */
  read(image: string): Promise<Pick<ListedImage, 'revision' | 'masks'> | null>;
  /** @param mask its id @throws SightlineError 409: the image has another revision */
  put(image: ListedImage, tag: string, png: Png, seen: number, mask: string): Promise<string>;
  remove(image: ListedImage, tag: string, seen: number, mask: string): Promise<void>;
}

/** Somebody else has changed masks of the same class since this page read them. */
export interface MaskConflict {
  image: string;
  tag: string;
  /** All their masks of the class. */
  theirs: readonly MaskLayer[];
  /** Names of their masks in the bucket. */
  uris: string;
}

export class MaskConflictError extends ContestedError {
  override name = 'MaskConflictError';
  /** One per class. */
  readonly conflicts: readonly MaskConflict[];

  constructor(conflicts: readonly MaskConflict[]) {
    super('Somebody else has changed masks of the same class.');
    this.conflicts = conflicts;
  }
}

export class MaskSaving {
  readonly #ports: MaskPorts;
  /** By image and class: the names of the stored masks on which the drawing is based. */
  readonly #known = new Map<string, Map<string, string>>();
  /** By image, while not all is saved: the masks that are stored now. */
  readonly #stored = new Map<string, readonly MaskLayer[]>();
  /** By image and id: what was sent last, undefined to remove it. The answer may have been lost. */
  readonly #sent = new Map<string, Map<string, MaskLayer | undefined>>();
  /** PNG files of masks that were read or saved. */
  readonly #files = new WeakMap<Bitmap, readonly Png[]>();

  constructor(ports: MaskPorts) {
    this.#ports = ports;
  }

  async load(image: ListedImage, drawing: Drawing): Promise<Drawing> {
    const masks = image.masks.length === 0 ? [] : await this.#layers(image.id, drawing);
    this.#known.set(image.id, new Map(image.masks.map(({ tag }) => [tag, urisOf(image.masks, tag)])));
    this.#stored.delete(image.id);
    this.#sent.delete(image.id);
    return { ...drawing, masks };
  }

  /** @returns the new revision @throws MaskConflictError; SightlineError, 409 if the image has another revision */
  async save(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number> {
    const { id } = image;
    const base = () => this.#stored.get(id) ?? stored.masks ?? [];
    const changes = () => maskChanges({ masks: base() }, drawing);
    let masks = await this.#requireKnown(id, { base: base(), changes: changes(), drawing });
    let revision = seen;
    for (const change of inOrder(changes(), base().length)) {
      masks = await this.#saveOne(image, change, revision, masks);
      this.#stored.set(id, putMasks(base(), [change.after ?? emptied(change.before as MaskLayer)]));
      revision += 1;
    }
    this.#stored.delete(id);
    this.#sent.delete(id);
    return revision;
  }

  /**
   * From now on, the drawing is based on these masks: theirs, or those that were stored when it was painted.
   * @param theirs what is stored now, if it is known
   */
  settle({ image, tag, uris }: Omit<MaskConflict, 'theirs'>, theirs?: readonly MaskLayer[]): void {
    this.#knownOf(image).set(tag, uris);
    const stored = this.#stored.get(image);
    if (stored && theirs) this.#stored.set(image, [...stored.filter((each) => each.tag !== tag), ...theirs]);
  }

  /** Names in the bucket of the stored masks of a class, on which the drawing is based; empty if there was none. */
  readonly urisOf = (image: string, tag: string): string => this.#known.get(image)?.get(tag) ?? '';

  /** The PNG files that make up this mask; null if it was neither read nor saved. */
  readonly filesOf = (mask: Bitmap): readonly Png[] | null => this.#files.get(mask) ?? null;

  #knownOf(image: string): Map<string, string> {
    const known = this.#known.get(image) ?? new Map<string, string>();
    this.#known.set(image, known);
    return known;
  }

  /** @returns the record's masks after it */
  async #saveOne(
    image: ListedImage,
    { id, before, after }: MaskChange,
    seen: number,
    masks: readonly StoredMask[],
  ): Promise<StoredMask[]> {
    const mask = storedId({ id });
    const sent = this.#sent.get(image.id) ?? new Map<string, MaskLayer | undefined>();
    this.#sent.set(image.id, sent.set(id, after));
    const next = masks.filter((each) => each.id !== mask || each.tag !== before?.tag);
    if (before && !after) await this.#ports.remove(image, before.tag, seen, mask);
    if (after) {
      const png = await this.#ports.work('encode', after.bitmap);
      this.#files.set(after.bitmap, [png]);
      next.push({ id: mask, tag: after.tag, uri: await this.#ports.put(image, after.tag, png, seen, mask) });
    }
    for (const each of [before, after])
      if (each) this.#knownOf(image.id).set(each.tag, urisOf(next, each.tag));
    return next;
  }

  /**
   * A new revision does not say what has changed: it is a conflict only if somebody has changed masks of the same classes.
   * @returns the record's masks
   */
  async #requireKnown(
    image: string,
    { base, changes, drawing }: { base: readonly MaskLayer[]; changes: MaskChange[]; drawing: Drawing },
  ): Promise<readonly StoredMask[]> {
    if (changes.length === 0) return [];
    const masks = (await this.#ports.read(image))?.masks ?? [];
    const tags = new Set(
      changes.flatMap(({ before, after }) => [before, after]).flatMap((each) => each?.tag ?? []),
    );
    const others = [...tags].filter((tag) => urisOf(masks, tag) !== this.urisOf(image, tag));
    if (others.length === 0) return masks;
    const layers = await this.#layers(image, drawing);
    const all = others.map((tag) => {
      const theirs = layers.filter((each) => each.tag === tag);
      return { image, tag, theirs, uris: urisOf(masks, tag) };
    });
    this.#stored.set(image, base);
    const conflicts = all.filter((each) => !this.#isOwn(each, base, drawing));
    if (conflicts.length > 0) throw new MaskConflictError(conflicts);
    for (const each of all) this.settle(each, each.theirs);
    return masks;
  }

  /** Whether the stored masks are the drawn ones, or some that were sent before and whose answer was lost. */
  #isOwn({ image, tag, theirs }: MaskConflict, base: readonly MaskLayer[], { masks }: Drawing): boolean {
    const sent = this.#sent.get(image);
    const mine = (masks ?? []).filter((each) => each.tag === tag);
    const before = base.filter((each) => each.tag === tag);
    const ids = new Set([...theirs, ...mine, ...before].map(({ id }) => id));
    return [...ids].every((id) => {
      const stored = find(theirs, id);
      if (isSameMask(stored, find(mine, id))) return true;
      if (!sent) return false;
      return isSameMask(stored, find(before, id)) || (sent.has(id) && isSameMask(stored, sent.get(id)));
    });
  }

  async #layers(image: string, { size }: Drawing): Promise<MaskLayer[]> {
    const read = await readMasks(image, size, this.#ports);
    for (const { bitmap, png } of read) this.#files.set(bitmap, [png]);
    return read.map(({ png: _, ...layer }) => layer);
  }
}

const find = (layers: readonly MaskLayer[], id: string): MaskLayer | undefined =>
  layers.find((each) => each.id === id);

/** No pixel is gone before it is stored elsewhere, unless the image has as many masks as it may have. @param count of stored masks */
function inOrder(changes: readonly MaskChange[], count: number): MaskChange[] {
  const isFull = count + changes.filter(({ before }) => !before).length > MOST_MASKS;
  const rank = ({ before, after }: MaskChange) => {
    if (!after) return isFull ? 0 : 3;
    return before ? 2 : 1;
  };
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

const urisOf = (masks: readonly StoredMask[], tag: string): string =>
  masks
    .filter((mask) => mask.tag === tag)
    .map(({ uri }) => uri)
    .toSorted()
    .join(' ');
