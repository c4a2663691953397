/**
 * An unsaved mask as small records, and back: the files that it began with, and the tiles that differ from them. Values that
 * have not changed are the same objects, so that only changed records are written. Pure.
 */
import type { Records } from '../../../data/kept-masks.ts';
import type { Bitmap, Tile } from './bitmap.ts';
import { differentTiles, MaskEdit } from './edit.ts';

export type Png = Uint8Array<ArrayBuffer>;

/** What one class of an image has that is not saved. */
export interface UnsavedMask {
  tag: string;
  bitmap: Bitmap;
  /** The stored mask that the drawing rests on. */
  base: Bitmap;
  /** Its PNG files, which together are the base; null where they are not known. */
  files: readonly Png[] | null;
  /** Names in the bucket of the mask that it began with. */
  uris: string;
}

/** First of a set: says which records belong to it. */
interface Head {
  /** Unix milliseconds. */
  at: number;
  masks: { tag: string; uris: string; width: number; height: number; files: number; tiles: number }[];
}

export interface KeptMasks {
  /** Unix milliseconds. */
  at: number;
  /** One for each class whose pixels are not saved. */
  masks: readonly { tag: string; bitmap: Bitmap; uris: string }[];
}

const HEAD = 'head';
/** Of a tile that is erased. */
const ERASED = 0;

/** @param masks at the time `at` in Unix milliseconds */
export function recordsOf(at: number, masks: readonly UnsavedMask[]): Map<string, unknown> {
  const records = new Map<string, unknown>();
  const head: Head = { at, masks: [] };
  for (const { tag, bitmap, base, files, uris } of masks) {
    const { width, height, tiles } = bitmap;
    const changed = files ? differentTiles(base, bitmap) : [...tiles.keys()];
    files?.forEach((file, place) => {
      records.set(fileName(tag, place), file);
    });
    for (const index of changed) records.set(tileName(tag, index), tiles.get(index) ?? ERASED);
    head.masks.push({ tag, uris, width, height, files: files?.length ?? 0, tiles: changed.length });
  }
  return records.set(HEAD, head);
}

/** What has to be written after `before` to have `after`; null removes a record. */
export function changesBetween(before: Records, after: Records): Map<string, unknown> {
  const changes = new Map<string, unknown>();
  for (const name of before.keys()) if (!after.has(name)) changes.set(name, null);
  for (const [name, value] of after) if (before.get(name) !== value) changes.set(name, value);
  return changes;
}

/**
 * @param decode of a file, as a mask of this size
 * @returns null where records are missing: it would be another mask than the one that was painted
 */
export async function keptIn(
  records: Records,
  decode: (png: Png, size: { width: number; height: number }) => Promise<Bitmap>,
): Promise<KeptMasks | null> {
  const head = records.get(HEAD) as Head | undefined;
  if (!head) return null;
  const masks = head.masks.map(async ({ tag, uris, width, height, files, tiles }) => {
    const edit = new MaskEdit({ width, height, tiles: new Map() });
    for (let place = 0; place < files; place += 1) {
      const file = records.get(fileName(tag, place)) as Png | undefined;
      if (!file) return null;
      edit.combine(await decode(file, { width, height }), true);
    }
    const changed = tilesIn(records, tag);
    if (changed.size !== tiles) return null;
    edit.end();
    for (const [index, tile] of changed) {
      if (tile === ERASED) edit.bitmap.tiles.delete(index);
      else edit.bitmap.tiles.set(index, tile);
    }
    return { tag, uris, bitmap: edit.bitmap };
  });
  const whole = (await Promise.all(masks)).filter((mask) => mask !== null);
  return whole.length === head.masks.length ? { at: head.at, masks: whole } : null;
}

function tilesIn(records: Records, tag: string): Map<number, Tile | typeof ERASED> {
  const start = tileName(tag, '');
  const found = new Map<number, Tile | typeof ERASED>();
  for (const [name, value] of records)
    if (name.startsWith(start)) found.set(Number(name.slice(start.length)), value as Tile | typeof ERASED);
  return found;
}

// The length keeps two tags apart of which one goes on where the other ends.
const fileName = (tag: string, place: number): string => `file ${tag.length} ${tag} ${place}`;
const tileName = (tag: string, index: number | string): string => `tile ${tag.length} ${tag} ${index}`;
