/** Masks of the editor on their way to the bucket and onto the screen. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import type { Keeper, Records } from '../../web/src/data/images/kept-masks.ts';
import { changeMask, maskOf, samePixels } from '../../web/src/pages/editor/mask/commands.ts';
import { MaskKeeping } from '../../web/src/pages/editor/mask/keeping.ts';
import { bitmapOfPixels } from '../../web/src/pages/editor/mask/other-png.ts';
import { type Bitmap, emptyBitmap, isPainted, TILE } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import type { Work } from '../../web/src/pages/editor/mask/paint/jobs.ts';
import { decodePng, encodePng } from '../../web/src/pages/editor/mask/png.ts';
import { changesBetween, keptIn, recordsOf } from '../../web/src/pages/editor/mask/records.ts';
import { type MaskConflict, MaskConflictError, MaskSaving } from '../../web/src/pages/editor/mask/saving.ts';
import { levelFor, writeTile } from '../../web/src/pages/editor/mask/tile-image.ts';
import { type Drawing, emptyDrawing } from '../../web/src/pages/editor/model/drawing.ts';
import { fc } from '../support/fast-check.ts';

const SIZE = { width: 300, height: 40 };

/** A bitmap with one row painted. */
function row(y: number, to = 300): Bitmap {
  const edit = new MaskEdit(emptyBitmap(SIZE.width, SIZE.height));
  edit.span(y, 0, to, true);
  edit.end();
  return edit.bitmap;
}

class Stale extends Error {}

/** The bucket and the record, as the service keeps them. */
class Service {
  revision = 4;
  masks: { id: string; tag: string; uri: string }[] = [];
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly calls: string[] = [];
  losesAnswers = false;
  #count = 0;

  readonly ports = {
    work: (async (name, input) =>
      name === 'encode'
        ? encodePng(input as Bitmap)
        : decodePng((input as { png: Uint8Array<ArrayBuffer> }).png)) as Work,
    read: async () => ({ revision: this.revision, masks: [...this.masks] }),
    download: async () =>
      this.masks.map(({ tag, uri }) => ({ tag, png: this.files.get(uri) as Uint8Array<ArrayBuffer> })),
    put: async (_: ListedImage, tag: string, png: Uint8Array<ArrayBuffer>, seen: number, mask?: string) => {
      this.calls.push(['put', tag, seen, ...(mask ? [mask] : [])].join(' '));
      if (seen !== this.revision) throw new Stale();
      const uri = this.store(tag, png, mask);
      if (this.losesAnswers) throw new Error('lost');
      return uri;
    },
    remove: async (_: ListedImage, tag: string, seen: number, mask?: string) => {
      this.calls.push(['delete', tag, seen, ...(mask ? [mask] : [])].join(' '));
      if (seen !== this.revision) throw new Stale();
      this.masks = this.masks.filter((each) => each.tag !== tag || (mask && each.id !== mask));
      this.revision += 1;
    },
  };

  store(tag: string, png: Uint8Array<ArrayBuffer>, mask?: string): string {
    const uri = `gs://bucket/${++this.#count}`;
    this.files.set(uri, png);
    const others = this.masks.filter((each) => (mask ? each.id !== mask : each.tag !== tag));
    this.masks = [...others, { id: mask ?? tag, tag, uri }];
    this.revision += 1;
    return uri;
  }

  get image(): ListedImage {
    return { id: 'i', revision: this.revision, masks: [...this.masks] } as unknown as ListedImage;
  }
}

let service: Service;
let saving: MaskSaving;
beforeEach(() => {
  service = new Service();
  saving = new MaskSaving(service.ports);
});

const empty = (): Drawing => emptyDrawing('i', SIZE);
const withMasks = (masks: Record<string, Bitmap>): Drawing => ({
  ...empty(),
  masks: Object.entries(masks).map(([tag, bitmap]) => ({ tag, bitmap })),
});

describe('saving', () => {
  test('only what has changed is sent, each class on the revision after the one before', async () => {
    service.store('kept', await encodePng(row(1)));
    const image = service.image;
    const stored = await saving.load(image, empty());
    const drawing = {
      ...stored,
      masks: [...(stored.masks ?? []), ...(withMasks({ a: row(2), b: row(3) }).masks ?? [])],
    };
    expect(await saving.save(image, stored, drawing, 5)).toBe(7);
    expect(service.calls).toEqual(['put a 5', 'put b 6']);
    const read = await new MaskSaving(service.ports).load(service.image, empty());
    for (const tag of ['kept', 'a', 'b'])
      expect(samePixels(maskOf(read, tag), maskOf(drawing, tag))).toBe(true);
    expect(await saving.save(image, drawing, { ...drawing }, 7)).toBe(7);
    expect(service.calls.length).toBe(2);
  });

  test('several masks of a class are one layer, which becomes the first of them when it is painted', async () => {
    for (const [at, id] of ['one', 'two', 'three'].entries())
      service.store('a', await encodePng(row(at)), id);
    const image = service.image;
    const stored = await saving.load(image, empty());
    const rows = [0, 2, 3].map((y) => isPainted(maskOf(stored, 'a'), 0, y));
    expect([stored.masks?.length, ...rows]).toEqual([1, true, true, false]);
    const edit = new MaskEdit(maskOf(stored, 'a'));
    edit.span(9, 0, 300, true);
    edit.end();
    const drawing = withMasks({ a: edit.bitmap });
    expect(await saving.save(image, stored, drawing, 7)).toBe(10);
    expect(service.calls).toEqual(['put a 7 one', 'delete a 8 two', 'delete a 9 three']);
    const read = await new MaskSaving(service.ports).load(service.image, empty());
    expect(samePixels(maskOf(read, 'a'), edit.bitmap)).toBe(true);
  });

  test('a mask that was erased as a whole is removed; one that never was is not asked about', async () => {
    service.store('a', await encodePng(row(1)));
    const stored = await saving.load(service.image, empty());
    const erased = { ...stored, masks: [{ tag: 'a', bitmap: emptyBitmap(300, 40) }] };
    expect(await saving.save(service.image, stored, erased, 5)).toBe(6);
    expect(service.calls).toEqual(['delete a 5']);
    expect(await saving.save(service.image, withMasks({ z: row(1, 0) }), erased, 6)).toBe(6);
  });

  test('another revision is left to who merges annotations; then the mask is saved on the new one', async () => {
    const image = service.image;
    const stored = await saving.load(image, empty());
    service.revision = 9;
    const drawing = withMasks({ a: row(1) });
    await expect(saving.save(image, stored, drawing, 4)).rejects.toThrow(Stale);
    expect(await saving.save(image, stored, drawing, 9)).toBe(10);
  });

  test('another mask of the same class is never written over: it is offered, and what was chosen is saved', async () => {
    const image = service.image;
    const stored = await saving.load(image, empty());
    service.store('a', await encodePng(row(7)));
    const drawing = withMasks({ a: row(1) });
    const conflict = await saving.save(image, stored, drawing, 5).catch((error: unknown) => error);
    expect(conflict).toBeInstanceOf(MaskConflictError);
    const [found] = (conflict as MaskConflictError).conflicts as [MaskConflict];
    expect(samePixels(found.theirs, row(7))).toBe(true);
    expect(service.calls).toEqual([]);
    // Another class is not concerned.
    expect(await saving.save(image, stored, withMasks({ b: row(1) }), 5)).toBe(6);
    saving.settle(found);
    expect(await saving.save(image, stored, drawing, 6)).toBe(7);
  });

  test('a change whose answer was lost is not taken for somebody else’s', async () => {
    const image = service.image;
    const stored = await saving.load(image, empty());
    service.losesAnswers = true;
    const drawing = withMasks({ a: row(1) });
    await expect(saving.save(image, stored, drawing, 4)).rejects.toThrow('lost');
    service.losesAnswers = false;
    const further = withMasks({ a: row(2) });
    expect(await saving.save(image, stored, further, 5)).toBe(6);
  });
});

test('of two classes that both sides have painted, none is saved before both were chosen', async () => {
  const image = service.image;
  const stored = await saving.load(image, empty());
  for (const tag of ['a', 'b']) service.store(tag, await encodePng(row(7)));
  const drawing = withMasks({ a: row(1), b: row(2), c: row(3) });
  const error = await saving.save(image, stored, drawing, 6).catch((failed: unknown) => failed);
  const { conflicts } = error as MaskConflictError;
  expect(conflicts.map(({ tag }) => tag)).toEqual(['a', 'b']);
  expect(service.calls).toEqual([]);
  for (const each of conflicts) saving.settle(each);
  expect(await saving.save(image, stored, drawing, 6)).toBe(9);
});

/** The browser's storage, with the records of each tab. */
class Disk {
  readonly tabs = new Map<string, Map<string, unknown>>();
  /** Names of the records that each write has put. */
  readonly puts: string[][] = [];
  isFull = false;
  #count = 0;

  /** Of one image, for a tab that is opened. */
  keeper(): Keeper {
    const tab = `tab ${++this.#count}`;
    return {
      change: async (_image, changes, replaced = '') => {
        this.puts.push([...changes].filter(([, value]) => value !== null).map(([name]) => name));
        if (this.isFull) throw new Error('full');
        this.tabs.delete(replaced);
        const records = this.tabs.get(tab) ?? new Map<string, unknown>();
        this.tabs.set(tab, applied(records, structuredClone(changes)));
        return this.tabs.get(tab)?.size ?? 0;
      },
      drop: async (_image, owner = tab) => void this.tabs.delete(owner),
      read: async () => [...this.tabs].map(([owner, records]) => ({ owner, records })),
    };
  }
}

function applied(records: Records, changes: Records): Map<string, unknown> {
  const next = new Map([...records, ...changes]);
  for (const [name, value] of changes) if (value === null) next.delete(name);
  return next;
}

const written = () => new Promise((done) => setTimeout(done));

describe('what is not saved is kept in the browser', () => {
  let disk: Disk;
  let keeping: MaskKeeping;
  const opened = (masks = saving) => new MaskKeeping(disk.keeper(), service.ports.work, masks);
  const found = async (stored: Drawing) => {
    const next = opened();
    await next.find('i');
    return { next, masks: next.found(stored)?.masks ?? [] };
  };
  beforeEach(() => {
    disk = new Disk();
    keeping = opened();
  });

  test('only classes that differ, with the masks that they began with, until all is saved', async () => {
    for (const [tag, y] of [
      ['same', 1],
      ['other', 2],
    ] as const)
      service.store(tag, await encodePng(row(y)));
    const stored = await saving.load(service.image, empty());
    const drawing = { ...stored, ...withMasks({ other: row(3), fresh: row(4) }) };
    keeping.keep(stored, {
      ...drawing,
      masks: [...(drawing.masks ?? []), ...(stored.masks ?? []).slice(0, 1)],
    });
    await written();
    const { masks } = await found(stored);
    expect(masks.map(({ tag, uris }) => [tag, uris])).toEqual([
      ['other', 'gs://bucket/2'],
      ['fresh', ''],
    ]);
    expect(masks.map(({ bitmap }, at) => samePixels(bitmap, row(3 + at)))).toEqual([true, true]);
    keeping.keep(stored, null);
    await written();
    expect(disk.tabs.size).toBe(0);
  });

  test('a stroke on a full mask writes only the tiles that it has changed', async () => {
    const whole = new MaskEdit(emptyBitmap(SIZE.width, SIZE.height));
    for (let y = 0; y < SIZE.height; y += 1) whole.span(y, 0, SIZE.width, true);
    whole.end();
    service.store('a', await encodePng(whole.bitmap));
    const stored = await saving.load(service.image, empty());
    let drawing = stored;
    for (const x of [280, 290, 10]) {
      const edit = new MaskEdit(maskOf(drawing, 'a'));
      edit.span(3, x, x + 5, false);
      drawing = changeMask('', 'a', edit)?.apply(drawing) as Drawing;
      keeping.keep(stored, drawing);
      await written();
    }
    // The picture has two tiles; the file of the mask is written once.
    expect(disk.puts).toEqual([
      ['file 1 a 0', 'tile 1 a 1', 'head'],
      ['tile 1 a 1', 'head'],
      ['tile 1 a 0', 'head'],
    ]);
    const { masks } = await found(stored);
    expect(samePixels(masks[0]?.bitmap as Bitmap, maskOf(drawing, 'a'))).toBe(true);
  });

  test('what a closed tab has left stays until it is answered, taken up or painted over', async () => {
    const stored = withMasks({});
    keeping.keep(stored, withMasks({ a: row(1) }));
    await written();
    const { next } = await found(stored);
    next.keep(stored, stored);
    next.keep(stored, null);
    await written();
    expect(disk.tabs.size).toBe(1);
    next.discard('i');
    await written();
    expect([disk.tabs.size, next.found(stored)]).toEqual([0, null]);
  });

  test('what is painted after the offer takes its place', async () => {
    keeping.keep(withMasks({}), withMasks({ a: row(1) }));
    await written();
    const { next } = await found(withMasks({}));
    next.keep(withMasks({}), withMasks({ a: row(2) }));
    await written();
    expect(disk.tabs.size).toBe(1);
    const { masks } = await found(withMasks({}));
    expect(samePixels(masks[0]?.bitmap as Bitmap, row(2))).toBe(true);
  });

  test('two tabs with one image keep their own; what one of them discards of a tab that is still open is written again', async () => {
    const painted = withMasks({ a: row(1) });
    keeping.keep(withMasks({}), painted);
    await written();
    const { next } = await found(withMasks({}));
    next.discard('i');
    await written();
    keeping.keep(withMasks({}), {
      ...painted,
      masks: [...(painted.masks ?? []), { tag: 'c', bitmap: row(2) }],
    });
    await written();
    next.keep(withMasks({}), withMasks({ z: row(3) }));
    next.keep(withMasks({}), null);
    await written();
    const { masks } = await found(withMasks({}));
    expect(masks.map(({ tag }) => tag)).toEqual(['a', 'c']);
  });

  test('what was saved all the same, its answer lost, is not offered', async () => {
    keeping.keep(withMasks({}), withMasks({ a: row(1) }));
    await written();
    const { masks } = await found(withMasks({ a: row(1) }));
    expect(masks).toEqual([]);
    await written();
    expect(disk.tabs.size).toBe(0);
  });

  test('of many strokes in a row, the last is kept; a full disk stops nothing, and what it refused is written later', async () => {
    disk.isFull = true;
    for (const y of [1, 2, 3]) keeping.keep(withMasks({}), withMasks({ a: row(y) }));
    await written();
    expect(disk.puts).toHaveLength(2);
    disk.isFull = false;
    keeping.keep(withMasks({}), withMasks({ a: row(3), b: row(4) }));
    await written();
    const { masks } = await found(withMasks({}));
    expect(masks.map(({ bitmap }, at) => samePixels(bitmap, row(3 + at)))).toEqual([true, true]);
  });
});

describe('a mask as records', () => {
  const spans = fc.array(
    fc.record({
      y: fc.nat(SIZE.height - 1),
      x: fc.nat(SIZE.width),
      length: fc.nat(200),
      paints: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  const painted = (
    on: Bitmap,
    strokes: Iterable<{ y: number; x: number; length: number; paints: boolean }>,
  ) => {
    const edit = new MaskEdit(on);
    for (const { y, x, length, paints } of strokes) edit.span(y, x, x + length, paints);
    edit.end();
    return edit.bitmap;
  };
  /** Adds, or takes back, a state. @returns the last one then */
  const stateAfter = (states: Bitmap[], step: Parameters<typeof painted>[1] | 'undo' | 'clear'): Bitmap => {
    const now = states.at(-1) as Bitmap;
    if (step === 'clear') states.push(emptyBitmap(SIZE.width, SIZE.height));
    else if (step !== 'undo') states.push(painted(now, step));
    else if (states.length > 1) states.pop();
    return states.at(-1) as Bitmap;
  };
  const decode = (png: Uint8Array<ArrayBuffer>) => decodePng(png);

  test('whatever is painted on whatever mask, what was written step by step is the mask as it is', async () => {
    const cases = fc.asyncProperty(
      fc.array(spans, { maxLength: 2 }),
      fc.array(fc.oneof(spans, fc.constantFrom('undo' as const, 'clear' as const)), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.boolean(),
      async (begun, steps, areFilesKnown) => {
        const parts = begun.map((strokes) => painted(emptyBitmap(SIZE.width, SIZE.height), strokes));
        const together = new MaskEdit(emptyBitmap(SIZE.width, SIZE.height));
        for (const part of parts) together.combine(part, true);
        together.end();
        const base = together.bitmap;
        const files = areFilesKnown ? await Promise.all(parts.map(encodePng)) : null;
        const states = [base];
        let before: Records = new Map();
        let disk = new Map<string, unknown>();
        for (const [at, step] of steps.entries()) {
          const bitmap = stateAfter(states, step);
          const unsaved = [
            { tag: 'a', bitmap, base, files, uris: 'u' },
            // One tag goes on where the other ends.
            { tag: 'a 1', bitmap, base: emptyBitmap(SIZE.width, SIZE.height), files: [], uris: '' },
          ];
          const after = recordsOf(at, unsaved);
          disk = applied(disk, changesBetween(before, after));
          before = after;
        }
        expect(disk.size).toBe(before.size);
        const kept = await keptIn(structuredClone(disk), decode);
        expect(kept?.at).toBe(steps.length - 1);
        expect(kept?.masks.map(({ tag }) => tag)).toEqual(['a', 'a 1']);
        const last = states.at(-1) as Bitmap;
        expect(kept?.masks.map(({ bitmap }) => samePixels(bitmap, last))).toEqual([true, true]);
      },
    );
    await fc.assert(cases, { numRuns: 40 });
  });

  test('where a record is missing, nothing is offered', async () => {
    const base = row(1);
    const files = [await encodePng(base)];
    const records = recordsOf(1, [{ tag: 'a', bitmap: row(2), base, files, uris: '' }]);
    expect(await keptIn(records, decode)).not.toBeNull();
    for (const name of records.keys()) {
      const rest = new Map(records);
      rest.delete(name);
      expect(await keptIn(rest, decode)).toBeNull();
    }
  });
});

test('a command adds a layer and takes it back as it was', () => {
  const edit = new MaskEdit(emptyBitmap(300, 40));
  edit.span(3, 10, 290, true);
  const before = { ...empty(), masks: [] };
  const command = changeMask('Painted', 'a', edit);
  const after = command?.apply(before) as Drawing;
  expect(isPainted(maskOf(after, 'a'), 280, 3)).toBe(true);
  expect(maskOf(command?.revert(after) as Drawing, 'a').tiles.size).toBe(0);
  expect(changeMask('Painted', 'a', new MaskEdit(maskOf(after, 'a')))).toBeNull();
});

describe('a tile on the screen', () => {
  const random = fc
    .array(fc.record({ y: fc.nat(255), from: fc.nat(255), length: fc.integer({ min: 1, max: 200 }) }), {
      maxLength: 60,
    })
    .map((spans) => {
      const edit = new MaskEdit(emptyBitmap(TILE, TILE));
      for (const { y, from, length } of spans) edit.span(y, from, from + length, true);
      edit.end();
      return edit.bitmap;
    });

  test.each([0, 1, 2, 3, 4])('at level %i, opacity says how many pixels are painted', (level) => {
    const cases = fc.property(random, (bitmap) => {
      const [size, block] = [TILE >> level, 1 << level];
      const into = new Uint32Array(size * size).fill(7);
      const tile = bitmap.tiles.get(0) ?? new Uint32Array(2048);
      writeTile(tile, level, [1, 2, 3], into);
      const bytes = new Uint8Array(into.buffer);
      for (let at = 0; at < size * size; at += 61) {
        const [x, y] = [(at % size) * block, Math.floor(at / size) * block];
        let count = 0;
        for (let dy = 0; dy < block; dy += 1)
          for (let dx = 0; dx < block; dx += 1) count += Number(isPainted(bitmap, x + dx, y + dy));
        const alpha = Math.round((count * 255) / block ** 2);
        expect([...bytes.subarray(at * 4, at * 4 + 4)]).toEqual(
          count === 0 ? [0, 0, 0, 0] : [1, 2, 3, alpha],
        );
      }
    });
    fc.assert(cases, { numRuns: 5 });
  });

  test.each([
    [16, 0],
    [1, 0],
    [0.6, 0],
    [0.5, 1],
    [0.26, 1],
    [0.25, 2],
    [0.1, 3],
    [0.01, 4],
  ])('at a scale of %d it is drawn at level %i', (scale, level) => {
    expect(levelFor(scale)).toBe(level);
  });
});

test('a mask in colours and of half the size is stretched; what is black or transparent is not painted', () => {
  const data = Uint8Array.from(
    [
      [255, 0, 0, 255],
      [0, 0, 0, 255],
      [0, 9, 0, 0],
      [0, 0, 1, 255],
    ].flat(),
  );
  const mask = bitmapOfPixels({ width: 2, height: 2, data }, 4, 4);
  const shown = [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => Number(isPainted(mask, x, y))).join(''));
  expect(shown).toEqual(['1100', '1100', '0011', '0011']);
});
