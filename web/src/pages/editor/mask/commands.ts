/** Changes of masks as commands of the editor's history. Pure. */
import { type Drawing, findMask, type MaskLayer } from '../model/drawing.ts';
import type { Command } from '../model/history.ts';
import { type Bitmap, emptyBitmap } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';

/** Contract 9: PUT mask/image. */
export const MOST_MASKS = 400;

/** Contract 9: an id that no other mask of the image has. */
export const newMaskId = (): string => crypto.randomUUID();

/** The id by which the service knows a mask. */
export const storedId = ({ id }: Pick<MaskLayer, 'id'>): string => id.split(' ')[0] as string;

export const newMask = ({ size }: Drawing, tag: string): MaskLayer => ({
  id: newMaskId(),
  tag,
  bitmap: emptyBitmap(size.width, size.height),
});

/** Without a pixel: a command removes it. */
export const emptied = (layer: MaskLayer): MaskLayer => ({
  ...layer,
  bitmap: emptyBitmap(layer.bitmap.width, layer.bitmap.height),
});

/** The same masks of another class. Those that share their id become others: the service knows a mask by its id. */
export const withClass = (masks: readonly MaskLayer[], tag: string): MaskLayer[] =>
  masks.flatMap((layer) =>
    storedId(layer) === layer.id ? [{ ...layer, tag }] : [emptied(layer), { ...layer, id: newMaskId(), tag }],
  );

/**
 * Puts masks in the place of those with the same ids. New ones lie above all others, and are selected; those without a pixel go.
 * @param drawing to which it is applied
 */
export function changeMasks(
  label: string,
  { masks }: Drawing,
  changed: readonly MaskLayer[],
  joins?: string,
): Command {
  const before = masks ?? [];
  const after = putMasks(before, changed);
  const isNew = ({ id }: MaskLayer) => !before.some((each) => each.id === id);
  const added = after.filter(isNew).map(({ id }) => id);
  return {
    label,
    ...(joins !== undefined && { joins }),
    ...(added.length > 0 && { selects: added }),
    apply: (drawing) => ({ ...drawing, masks: after }),
    revert: (drawing) => ({ ...drawing, masks: before }),
  };
}

export function putMasks(before: readonly MaskLayer[], changed: readonly MaskLayer[]): MaskLayer[] {
  const rest = new Map(changed.map((layer) => [layer.id, layer]));
  const replaced = before.map((layer) => {
    const next = rest.get(layer.id) ?? layer;
    rest.delete(layer.id);
    return next;
  });
  return [...replaced, ...rest.values()].filter(({ bitmap }) => bitmap.tiles.size > 0);
}

/** @returns null if the edit has changed nothing */
export function paintMask(
  label: string,
  drawing: Drawing,
  { layer, edit }: { layer: MaskLayer; edit: MaskEdit },
  joins?: string,
): Command | null {
  if (!edit.end()) return null;
  return changeMasks(label, drawing, [{ ...layer, bitmap: edit.bitmap }], joins);
}

/** A mask that only one of two drawings has, or that they have with other pixels or another class. */
export interface MaskChange {
  id: string;
  before: MaskLayer | undefined;
  after: MaskLayer | undefined;
}

/** Masks that differ; none if `drawing` was made before its masks were read. */
export function maskChanges(stored: Pick<Drawing, 'masks'>, { masks }: Drawing): MaskChange[] {
  if (!masks || masks === stored.masks) return [];
  const befores = new Map(stored.masks?.map((layer) => [layer.id, layer]));
  const afters = new Map(masks.map((layer) => [layer.id, layer]));
  return [...new Set([...befores.keys(), ...afters.keys()])]
    .map((id) => ({ id, before: befores.get(id), after: afters.get(id) }))
    .filter(({ before, after }) => !isSameMask(before, after));
}

export const isSameMask = (one: MaskLayer | undefined, other: MaskLayer | undefined): boolean =>
  one === other || (!!one && !!other && one.tag === other.tag && samePixels(one.bitmap, other.bitmap));

/** Equal tiles are the same object, or were repainted. */
export function samePixels(one: Bitmap, other: Bitmap): boolean {
  if (one === other) return true;
  if (one.tiles.size !== other.tiles.size) return false;
  for (const [index, tile] of one.tiles) {
    const counterpart = other.tiles.get(index);
    if (tile === counterpart) continue;
    if (!counterpart || !tile.every((word, at) => word === counterpart[at])) return false;
  }
  return true;
}

/** The pixels of all masks. @param size of the image */
export function unionOf(masks: readonly MaskLayer[], { width, height }: Drawing['size']): Bitmap {
  const edit = new MaskEdit(masks[0]?.bitmap ?? emptyBitmap(width, height));
  for (const { bitmap } of masks.slice(1)) edit.combine(bitmap, true);
  edit.end();
  return edit.bitmap;
}

/** The mask as it is now: it may have been painted since, or removed. */
export const latest = (drawing: Drawing, layer: MaskLayer): MaskLayer =>
  findMask(drawing, layer.id) ?? emptied(layer);
