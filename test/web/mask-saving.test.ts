/**
 * Masks of the editor on their way to the bucket.
 * @covers Contract 9 masks, several of a tag by their ids, and links
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import type { Keeper, Records } from '../../web/src/data/images/kept-masks.ts';
import {
  changeMasks,
  emptied,
  newMask,
  paintMask,
  samePixels,
  unionOf,
  withClass,
} from '../../web/src/pages/editor/mask/commands.ts';
import { MaskKeeping } from '../../web/src/pages/editor/mask/keeping.ts';
import { type Bitmap, emptyBitmap, isPainted } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import type { Work } from '../../web/src/pages/editor/mask/paint/jobs.ts';
import { decodePng, encodePng } from '../../web/src/pages/editor/mask/png.ts';
import { type MaskConflict, MaskConflictError, MaskSaving } from '../../web/src/pages/editor/mask/saving.ts';
import { type Drawing, emptyDrawing, type MaskLayer } from '../../web/src/pages/editor/model/drawing.ts';

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
  /** Number of calls that are taken. */
  refusesFrom = Infinity;
  #count = 0;

  readonly ports = {
    work: (async (name, input) =>
      name === 'encode'
        ? encodePng(input as Bitmap)
        : decodePng((input as { png: Uint8Array<ArrayBuffer> }).png)) as Work,
    read: async () => ({ revision: this.revision, masks: [...this.masks] }),
    download: async () =>
      this.masks.map(({ id, tag, uri }) => ({
        id,
        tag,
        png: this.files.get(uri) as Uint8Array<ArrayBuffer>,
      })),
    put: async (_: ListedImage, tag: string, png: Uint8Array<ArrayBuffer>, seen: number, mask: string) => {
      this.#called(['put', tag, seen, mask]);
      if (seen !== this.revision) throw new Stale();
      const uri = this.store(tag, png, mask);
      if (this.losesAnswers) throw new Error('lost');
      return uri;
    },
    remove: async (_: ListedImage, tag: string, seen: number, mask: string) => {
      this.#called(['delete', tag, seen, mask]);
      if (seen !== this.revision) throw new Stale();
      this.masks = this.masks.filter((each) => each.id !== mask);
      this.revision += 1;
      if (this.losesAnswers) throw new Error('lost');
    },
  };

  #called(call: readonly (string | number)[]): void {
    if (this.calls.length === this.refusesFrom) throw new Error('refused');
    this.calls.push(call.join(' '));
  }

  /** @param mask default: the class has only one */
  store(tag: string, png: Uint8Array<ArrayBuffer>, mask = tag): string {
    const uri = `gs://bucket/${++this.#count}`;
    this.files.set(uri, png);
    this.masks = [...this.masks.filter((each) => each.id !== mask), { id: mask, tag, uri }];
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
  masks: Object.entries(masks).map(([tag, bitmap]) => ({ id: tag, tag, bitmap })),
});
const maskOf = ({ masks }: Drawing, tag: string): Bitmap =>
  unionOf(masks?.filter((each) => each.tag === tag) ?? [], SIZE);
const layer = (id: string, tag: string, y: number): MaskLayer => ({ id, tag, bitmap: row(y) });

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
    expect(service.calls).toEqual(['put a 5 a', 'put b 6 b']);
    const read = await new MaskSaving(service.ports).load(service.image, empty());
    for (const tag of ['kept', 'a', 'b'])
      expect(samePixels(maskOf(read, tag), maskOf(drawing, tag))).toBe(true);
    expect(await saving.save(image, drawing, { ...drawing }, 7)).toBe(7);
    expect(service.calls.length).toBe(2);
  });

  test('of several masks of a class, each is sent alone: new, changed, of another class, and gone', async () => {
    for (const [at, id] of ['one', 'two', 'three', 'four'].entries())
      service.store('a', await encodePng(row(at)), id);
    const image = service.image;
    const stored = await saving.load(image, empty());
    expect(stored.masks?.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four']);
    const [one, two, three] = stored.masks as [MaskLayer, MaskLayer, MaskLayer];
    const masks = [one, { ...two, bitmap: row(9) }, { ...three, tag: 'b' }, layer('new', 'a', 12)];
    expect(await saving.save(image, stored, { ...stored, masks }, 8)).toBe(12);
    expect(service.calls).toEqual(['put a 8 new', 'put a 9 two', 'put b 10 three', 'delete a 11 four']);
    const read = await new MaskSaving(service.ports).load(service.image, empty());
    expect(read.masks?.map(({ id, tag }) => `${tag} ${id}`).toSorted()).toEqual(
      ['a one', 'a two', 'a new', 'b three'].toSorted(),
    );
    for (const { id, bitmap } of masks)
      expect(samePixels(read.masks?.find((each) => each.id === id)?.bitmap as Bitmap, bitmap)).toBe(true);
  });

  test('a save that breaks off goes on where it was: what is stored is not sent again', async () => {
    const image = service.image;
    const stored = await saving.load(image, empty());
    const drawing = { ...stored, masks: [layer('1', 'a', 1), layer('2', 'a', 2), layer('3', 'b', 3)] };
    service.refusesFrom = 2;
    await expect(saving.save(image, stored, drawing, 4)).rejects.toThrow('refused');
    service.refusesFrom = Infinity;
    expect(await saving.save(image, stored, drawing, 6)).toBe(7);
    expect(service.calls).toEqual(['put a 4 1', 'put a 5 2', 'put b 6 3']);
  });

  test('what was sent and removed without an answer is neither sent again nor taken for somebody else’s', async () => {
    service.store('a', await encodePng(row(1)), 'old');
    const image = service.image;
    const stored = await saving.load(image, empty());
    const drawing = { ...stored, masks: [layer('new', 'a', 2)] };
    service.losesAnswers = true;
    await expect(saving.save(image, stored, drawing, 5)).rejects.toThrow('lost');
    await expect(saving.save(image, stored, drawing, 6)).rejects.toThrow('lost');
    service.losesAnswers = false;
    expect(await saving.save(image, stored, drawing, 7)).toBe(7);
    expect(service.calls).toEqual(['put a 5 new', 'delete a 6 old']);
    expect(service.masks.map(({ id }) => id)).toEqual(['new']);
  });

  test('where there is no room for a new mask, another one goes first', async () => {
    for (let at = 0; at < 400; at += 1) service.store('a', await encodePng(row(1)), `m${at}`);
    const image = service.image;
    const stored = await saving.load(image, empty());
    const masks = [...(stored.masks ?? []).slice(1), layer('new', 'a', 2)];
    await saving.save(image, stored, { ...stored, masks }, image.revision);
    expect(service.calls.map((call) => call.split(' ')[0])).toEqual(['delete', 'put']);
  });

  test('masks of an earlier import that share an id are told apart; with another class, one gets an id of its own', async () => {
    const uri = service.store('a', await encodePng(row(1)), 'same');
    service.masks = [
      { id: 'same', tag: 'a', uri },
      { id: 'same', tag: 'b', uri },
    ];
    const stored = await saving.load(service.image, empty());
    expect(stored.masks?.map(({ id }) => id)).toEqual(['same a', 'same b']);
    const [, second] = stored.masks as [MaskLayer, MaskLayer];
    const { masks } = changeMasks('', stored, withClass([second], 'c')).apply(stored);
    await saving.save(service.image, stored, { ...stored, masks }, 5);
    expect(service.calls).toEqual([expect.stringMatching(/^put c 5 (?!same)/), 'delete b 6 same']);
  });

  test('a mask that was erased as a whole is removed', async () => {
    service.store('a', await encodePng(row(1)));
    const stored = await saving.load(service.image, empty());
    const erased = changeMasks('', stored, stored.masks?.map(emptied) ?? []).apply(stored);
    expect(await saving.save(service.image, stored, erased, 5)).toBe(6);
    expect(service.calls).toEqual(['delete a 5 a']);
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
    expect(samePixels(found.theirs[0]?.bitmap as Bitmap, row(7))).toBe(true);
    expect(service.calls).toEqual([]);
    // Another class is not concerned.
    expect(await saving.save(image, stored, withMasks({ b: row(1) }), 5)).toBe(6);
    saving.settle(found, found.theirs);
    expect(await saving.save(image, stored, drawing, 6)).toBe(7);
  });

  test('what was kept while others stored a mask of its class is not saved over theirs', async () => {
    service.store('a', await encodePng(row(7)), 'theirs');
    const stored = await saving.load(service.image, empty());
    saving.settle({ image: 'i', tag: 'a', uris: '' });
    const drawing = { ...stored, masks: [...(stored.masks ?? []), layer('kept', 'a', 1)] };
    await expect(saving.save(service.image, stored, drawing, 5)).rejects.toThrow(MaskConflictError);
  });

  test('of masks that both sides have drawn in a class: both stay, or one side is taken away', async () => {
    const image = service.image;
    const stored = await saving.load(image, empty());
    service.store('a', await encodePng(row(7)), 'theirs');
    const mine = { ...stored, masks: [layer('mine', 'a', 1)] };
    const { conflicts } = (await saving.save(image, stored, mine, 5).catch((error: unknown) => error)) as {
      conflicts: MaskConflict[];
    };
    const [found] = conflicts as [MaskConflict];
    saving.settle(found, found.theirs);
    const both = { ...stored, masks: [...mine.masks, ...found.theirs] };
    await saving.save(image, stored, both, 5);
    expect(service.calls).toEqual(['put a 5 mine']);
    await saving.save(image, both, mine, 6);
    expect(service.masks.map(({ id }) => id)).toEqual(['mine']);
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
  for (const each of conflicts) saving.settle(each, each.theirs);
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
      const layer = drawing.masks?.[0] as MaskLayer;
      const edit = new MaskEdit(layer.bitmap);
      edit.span(3, x, x + 5, false);
      drawing = paintMask('', drawing, { layer, edit })?.apply(drawing) as Drawing;
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
      masks: [...(painted.masks ?? []), layer('c', 'c', 2)],
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

test('a command adds a mask and takes it back, and without a pixel it is gone', () => {
  const before = { ...empty(), masks: [] };
  const layer = newMask(before, 'a');
  const edit = new MaskEdit(layer.bitmap);
  edit.span(3, 10, 290, true);
  const command = paintMask('Painted', before, { layer, edit });
  const after = command?.apply(before) as Drawing;
  expect(isPainted(maskOf(after, 'a'), 280, 3)).toBe(true);
  expect(command?.selects).toEqual([layer.id]);
  expect(command?.revert(after).masks).toEqual([]);
  expect(paintMask('Painted', after, { layer, edit: new MaskEdit(maskOf(after, 'a')) })).toBeNull();
  expect(changeMasks('', after, [emptied(layer)]).apply(after).masks).toEqual([]);
});
