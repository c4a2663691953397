/**
 * Unsaved masks as small records: the stored files that they are based on, and the tiles that differ from them. Values that
 * have not changed are the same objects, so that only changed records are written. Pure.
 */
import type { Records } from '../../../data/images/kept-masks.ts';
import type { MaskLayer } from '../model/drawing.ts';
import type { Bitmap, Tile } from './paint/bitmap.ts';
import { differentTiles, MaskEdit } from './paint/edit.ts';

export type Png = Uint8Array<ArrayBuffer>;

/** A mask with unsaved changes; without a pixel if it was removed. */
export interface UnsavedMask extends MaskLayer {
  /** The stored mask that it is based on. */
  base: Bitmap;
  /** The PNG files that make up the base; null if they are unknown. */
  files: readonly Png[] | null;
  /** Names in the bucket of all stored masks of its class. */
  uris: string;
}

/** Lists the records that belong together. */
interface Head {
  /** Unix milliseconds. */
  at: number;
  masks: {
    id: string;
    tag: string;
    uris: string;
    width: number;
    height: number;
    files: number;
    tiles: number;
  }[];
}

export interface KeptMasks {
  /** Unix milliseconds. */
  at: number;
  /** Those that are not saved; without a pixel if they were removed. */
  masks: readonly (MaskLayer & { uris: string })[];
}

const HEAD = 'head';
/** The value of a tile that was erased. */
const ERASED = 0;

/** @param at Unix milliseconds of the last change */
export function recordsOf(at: number, masks: readonly UnsavedMask[]): Map<string, unknown> {
  const records = new Map<string, unknown>();
  const head: Head = { at, masks: [] };
  for (const { id, tag, bitmap, base, files, uris } of masks) {
    const { width, height, tiles } = bitmap;
    const changed = files ? differentTiles(base, bitmap) : [...tiles.keys()];
    files?.forEach((file, place) => {
      records.set(fileName(id, place), file);
    });
    for (const index of changed) records.set(tileName(id, index), tiles.get(index) ?? ERASED);
    head.masks.push({ id, tag, uris, width, height, files: files?.length ?? 0, tiles: changed.length });
  }
  return records.set(HEAD, head);
}

/** What must be written to get from `before` to `after`; null removes a record. */
export function changesBetween(before: Records, after: Records): Map<string, unknown> {
  const changes = new Map<string, unknown>();
  for (const name of before.keys()) if (!after.has(name)) changes.set(name, null);
  for (const [name, value] of after) if (before.get(name) !== value) changes.set(name, value);
  return changes;
}

/**
 * @param decode reads a file as a mask of this size
 * @returns null if records are missing: the result would not be the mask that was painted
 */
export async function keptIn(
  records: Records,
  decode: (png: Png, size: { width: number; height: number }) => Promise<Bitmap>,
): Promise<KeptMasks | null> {
  const head = records.get(HEAD) as Head | undefined;
  if (!head) return null;
  const masks = head.masks.map(async ({ id, tag, uris, width, height, files, tiles }) => {
    const edit = new MaskEdit({ width, height, tiles: new Map() });
    for (let place = 0; place < files; place += 1) {
      const file = records.get(fileName(id, place)) as Png | undefined;
      if (!file) return null;
      edit.combine(await decode(file, { width, height }), true);
    }
    const changed = tilesIn(records, id);
    if (changed.size !== tiles) return null;
    edit.end();
    for (const [index, tile] of changed) {
      if (tile === ERASED) edit.bitmap.tiles.delete(index);
      else edit.bitmap.tiles.set(index, tile);
    }
    return { id, tag, uris, bitmap: edit.bitmap };
  });
  const whole = (await Promise.all(masks)).filter((mask) => mask !== null);
  return whole.length === head.masks.length ? { at: head.at, masks: whole } : null;
}

function tilesIn(records: Records, id: string): Map<number, Tile | typeof ERASED> {
  const start = tileName(id, '');
  const found = new Map<number, Tile | typeof ERASED>();
  for (const [name, value] of records)
    if (name.startsWith(start)) found.set(Number(name.slice(start.length)), value as Tile | typeof ERASED);
  return found;
}

// The length keeps keys distinct if one id is a prefix of another.
const fileName = (id: string, place: number): string => `file ${id.length} ${id} ${place}`;
const tileName = (id: string, index: number | string): string => `tile ${id.length} ${id} ${index}`;
