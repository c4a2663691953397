/** Changes of masks as commands of the editor's history: the changed tiles, before and after. Pure. */
import type { Drawing, MaskLayer } from '../model/drawing.ts';
import type { Command } from '../model/history.ts';
import { type Bitmap, emptyBitmap } from './paint/bitmap.ts';
import { type MaskEdit, type TileChange, withChanges } from './paint/edit.ts';

export const maskOf = ({ masks, size }: Drawing, tag: string): Bitmap =>
  masks?.find((layer) => layer.tag === tag)?.bitmap ?? emptyBitmap(size.width, size.height);

/** @returns null if the edit has changed nothing */
export function changeMask(label: string, tag: string, edit: MaskEdit, joins?: string): Command | null {
  const changes = edit.end();
  if (changes.length === 0) return null;
  return {
    label,
    ...(joins !== undefined && { joins }),
    apply: (drawing) => withMask(drawing, tag, changes, 'after'),
    revert: (drawing) => withMask(drawing, tag, changes, 'before'),
  };
}

function withMask(
  drawing: Drawing,
  tag: string,
  changes: readonly TileChange[],
  side: 'before' | 'after',
): Drawing {
  const layer: MaskLayer = { tag, bitmap: withChanges(maskOf(drawing, tag), changes, side) };
  const masks = drawing.masks ?? [];
  const isNew = !masks.some((each) => each.tag === tag);
  return {
    ...drawing,
    masks: isNew ? [...masks, layer] : masks.map((each) => (each.tag === tag ? layer : each)),
  };
}

/**
 * Tags whose pixels differ between two drawings of one image; none if `drawing` was made before its masks were read. Equal
 * tiles are the same object, or were repainted.
 */
export function changedMasks(stored: Drawing, drawing: Drawing): string[] {
  if (!drawing.masks) return [];
  const tags = new Set([...(stored.masks ?? []), ...drawing.masks].map(({ tag }) => tag));
  return [...tags].filter((tag) => !samePixels(maskOf(stored, tag), maskOf(drawing, tag)));
}

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
