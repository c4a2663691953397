/**
 * Saving of the editor: one change a rest, theirs and mine, nothing lost (Contract 9, `seen`).
 * @covers Contract 9, 12: the editor: view, handles, hits, undo, merge; labelling from nothing by pointer and by touch, csv, COCO, YOLO, ZIP and crops to half a pixel, boxes corrected within review, two people in one image, a closed tab (without a connection, the picture in its place), memory after many large pictures, by keys, touch, axe
 */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ListedAnnotation, ListedImage } from '../../client/src/curate/records.ts';
import { maskChanges } from '../../web/src/pages/editor/mask/commands.ts';
import { emptyBitmap } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { type Drawing, emptyDrawing, toListed, withId } from '../../web/src/pages/editor/model/drawing.ts';
import { choose, merged, mergeOf } from '../../web/src/pages/editor/model/merge.ts';
import { type Kept, Sheet } from '../../web/src/pages/editor/model/sheet.ts';
import { mapClasses, offersOf } from '../../web/src/pages/editor/model/suggestions.ts';
import type { EditorPart } from '../../web/src/pages/editor/part.ts';

const box = (
  tag: string,
  x: number,
  y = 0.1,
  labeled: 'manual' | 'inference' = 'manual',
): ListedAnnotation => ({
  type: 'rect',
  tag,
  x,
  y,
  w: 0.2,
  h: 0.2,
  labeled,
});

const record = (tags: ListedAnnotation[], revision: number): ListedImage =>
  ({
    id: 'one',
    name: 'one.jpg',
    tags,
    masks: [],
    revision,
    width: 100,
    height: 100,
  }) as unknown as ListedImage;

class Stale extends Error {}

/** A service with one image. */
class Service {
  tags: ListedAnnotation[];
  revision = 4;
  kept: Kept | null = null;
  saves = 0;
  /** The next answer is lost after the change was made. */
  losesAnswer = false;

  constructor(tags: ListedAnnotation[]) {
    this.tags = tags;
  }

  /** Called while a change is on its way. */
  onSave = () => {};
  readonly changedMasks: string[] = [];
  readonly masks: EditorPart = {
    tools: [],
    isChanged: (stored, drawing) => maskChanges(stored, drawing).length > 0,
    save: async (_image, stored, drawing, seen) => {
      this.changedMasks.push(...maskChanges(stored, drawing).map(({ id }) => id));
      return seen;
    },
  };

  readonly ports = {
    parts: [this.masks],
    isStale: (error: unknown) => error instanceof Stale,
    read: async () => record(this.tags, this.revision),
    keep: (_image: string, kept: Kept | null) => {
      this.kept = kept;
    },
    save: async (_image: string, tags: readonly ListedAnnotation[], seen: number) => {
      this.saves += 1;
      this.onSave();
      if (seen !== this.revision) throw new Stale();
      this.change([...tags]);
      if (this.losesAnswer) {
        this.losesAnswer = false;
        throw new Stale();
      }
      return this.revision;
    },
  };

  change(tags: ListedAnnotation[]): void {
    this.tags = tags;
    this.revision += 1;
  }

  open(): { sheet: Sheet; draw: (...tags: ListedAnnotation[]) => void } {
    const image = record(this.tags, this.revision);
    const start: Drawing = { ...emptyDrawing('one', image), annotations: image.tags.map(withId) };
    const sheet = new Sheet(image, start, this.ports);
    const draw = (...tags: ListedAnnotation[]) =>
      sheet.update({ ...sheet.drawing, annotations: tags.map(withId) });
    return { sheet, draw };
  }
}

describe('a sheet', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('is saved after two seconds of rest, as one change', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    draw(box('a', 0.1));
    await jest.advanceTimersByTimeAsync(1_500);
    draw(box('a', 0.1), box('b', 0.5));
    await jest.advanceTimersByTimeAsync(1_500);
    expect([service.saves, sheet.saving.get().kind]).toEqual([0, 'unsaved']);
    expect(service.kept?.mine).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([service.saves, sheet.saving.get().kind, sheet.seen]).toEqual([1, 'saved', 5]);
    expect(service.tags.map(({ tag }) => tag)).toEqual(['a', 'b']);
    expect(service.kept).toBeNull();
  });

  test('that is again as it was, is not saved', async () => {
    const service = new Service([box('a', 0.1)]);
    const { sheet, draw } = service.open();
    draw();
    draw(box('a', 0.1));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([service.saves, sheet.saving.get().kind, service.kept]).toEqual([0, 'saved', null]);
  });

  test('removes nothing that a closed tab has left behind', async () => {
    const service = new Service([]);
    const left: Kept = { base: [], mine: [box('a', 0.1)], seen: 4, at: 0 };
    service.kept = left;
    const { sheet, draw } = service.open();
    const read = { ...sheet.drawing, masks: [] };
    sheet.loaded(read);
    sheet.update(read);
    await sheet.save();
    expect(service.kept).toEqual(left);
    draw(box('b', 0.5));
    await sheet.save();
    expect(service.kept).toBeNull();
  });

  test('what is drawn while it is saved, is saved after it', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    draw(box('a', 0.1));
    const saving = sheet.save();
    draw(box('a', 0.1), box('b', 0.2));
    await saving;
    expect(service.tags).toHaveLength(2);
    expect(sheet.saving.get().kind).toBe('saved');
  });

  test('what is undone while it is saved, is kept until that is saved too', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    draw(box('a', 0.1));
    const saving = sheet.save();
    draw();
    expect(service.kept).toMatchObject({ mine: [] });
    await saving;
    expect([service.tags, sheet.saving.get().kind, service.kept]).toEqual([[], 'saved', null]);
  });

  test('a conflict that begins during a save remains when the save fails', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    service.onSave = () => {
      sheet.contest(record([box('b', 0.5)], 5), []);
      throw new Error('network');
    };
    draw(box('a', 0.1));
    await sheet.save();
    expect(sheet.saving.get().kind).toBe('conflict');
  });

  test('masks that arrive while a box is saved stay as they are stored, and the box is saved once', async () => {
    const service = new Service([box('a', 0.1)]);
    const { sheet, draw } = service.open();
    const before = sheet.stored;
    const edit = new MaskEdit(emptyBitmap(100, 100));
    edit.span(1, 0, 50, true);
    edit.end();
    service.onSave = () => {
      const read = { ...before, masks: [{ id: 'one', tag: 'a', bitmap: edit.bitmap }] };
      sheet.loaded(read);
      sheet.update({ ...sheet.drawing, masks: read.masks });
    };
    draw(box('a', 0.1), box('b', 0.5));
    await sheet.save();
    expect([service.changedMasks, service.saves, sheet.saving.get().kind]).toEqual([[], 1, 'saved']);
    expect([sheet.stored.masks, sheet.stored.annotations.length]).toEqual([sheet.drawing.masks, 2]);
  });

  test('annotations that were saved while masks were read are not saved again', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    const before = sheet.stored;
    draw(box('a', 0.1));
    await sheet.save();
    sheet.loaded({ ...before, masks: [] });
    sheet.update({ ...sheet.drawing, masks: [] });
    expect([sheet.isChanged, sheet.saving.get().kind]).toEqual([false, 'saved']);
  });

  test('a lost answer is no conflict', async () => {
    const service = new Service([]);
    const { sheet, draw } = service.open();
    service.losesAnswer = true;
    draw(box('a', 0.1));
    await sheet.save();
    expect([sheet.saving.get().kind, sheet.seen, service.revision]).toEqual(['saved', 5, 5]);
  });

  test('somebody else has judged the image meanwhile: the annotations are saved all the same', async () => {
    const service = new Service([box('a', 0.1)]);
    const { sheet, draw } = service.open();
    service.change(service.tags);
    draw(box('a', 0.1), box('b', 0.4));
    await sheet.save();
    expect([sheet.saving.get().kind, service.tags.length, service.revision]).toEqual(['saved', 2, 6]);
  });

  test('somebody else has drawn meanwhile: nothing is overwritten, both sides are there', async () => {
    const service = new Service([box('a', 0.1)]);
    const { sheet, draw } = service.open();
    service.change([box('a', 0.1), box('theirs', 0.7)]);
    draw(box('a', 0.1), box('mine', 0.4));
    await sheet.save();
    const saving = sheet.saving.get();
    if (saving.kind !== 'conflict') throw new Error(saving.kind);
    expect(service.tags.map(({ tag }) => tag)).toEqual(['a', 'theirs']);
    expect(service.kept?.mine.map(({ tag }) => tag)).toEqual(['a', 'mine']);
    const merge = mergeOf(saving.base, sheet.drawing.annotations, saving.theirs.tags);
    const both = { ...sheet.drawing, annotations: merged(merge) };
    sheet.settle(saving.theirs, { ...sheet.stored, annotations: saving.theirs.tags.map(withId) }, both);
    await sheet.settled();
    expect(service.tags.map(({ tag }) => tag).toSorted()).toEqual(['a', 'mine', 'theirs']);
    expect([sheet.saving.get().kind, service.kept]).toEqual(['saved', null]);
  });
});

describe('a merge', () => {
  const mine = (...tags: ListedAnnotation[]) => tags.map(withId);

  test('keeps what both have, and offers what differs', () => {
    const same = box('a', 0.1);
    const merge = mergeOf([same], mine(same, box('b', 0.5)), [same, box('c', 0.7)]);
    expect(merge.same).toHaveLength(1);
    expect(merge.rows.map(({ keep }) => keep)).toEqual(['mine', 'theirs']);
    expect(merged(merge).map(({ tag }) => tag)).toEqual(['a', 'b', 'c']);
    expect(merged(choose(merge, 1, 'none')).map(({ tag }) => tag)).toEqual(['a', 'b']);
  });

  test.each([
    ['only I have changed it', box('a', 0.12), box('a', 0.1), 'mine'],
    ['only they have changed it', box('a', 0.1), box('a', 0.12), 'theirs'],
    ['both have changed it', box('a', 0.12), box('a', 0.13), 'mine'],
  ])('one box, %s', (_name, own, other, keep) => {
    const merge = mergeOf([box('a', 0.1)], mine(own), [other]);
    expect(merge.rows.map((row) => row.keep)).toEqual([keep]);
    expect(merged(choose(merge, 0, 'both'))).toHaveLength(2);
  });

  test('what I have removed stays removed, what they have removed is kept unless I say so', () => {
    const base = [box('a', 0.1), box('b', 0.6)];
    const merge = mergeOf(base, mine(base[0] as ListedAnnotation), [base[1] as ListedAnnotation]);
    expect(merged(merge).map(({ tag }) => tag)).toEqual(['a']);
  });

  test('equal boxes are counted, not lost', () => {
    const twin = box('a', 0.1);
    const merge = mergeOf([twin], mine(twin, twin, twin), [twin, twin]);
    expect(merged(merge).map(toListed)).toEqual([twin, twin, twin]);
  });
});

test('classes of a model are mapped by what was answered, else by name', () => {
  const found = [
    { class: 'Bolt', score: 0.5, bbox: [0.1, 0.1, 0.2, 0.2] },
    { class: 'Ring', score: 0.9, bbox: [0.5, 0.5, 0.2, 0.2] },
    { class: 'Rod', score: 0.8, bbox: [0.3, 0.3, 0.2, 0.2] },
    { class: 'Cat', score: 0.8, bbox: [0.3, 0.3, 0.2, 0.2] },
  ] as Parameters<typeof offersOf>[0];
  const tags = [
    { id: 't1', name: 'bolt' },
    { id: 't2', name: 'washer' },
  ];
  const mapped = mapClasses(found, tags, { Ring: 't2', Cat: '', Rod: 'deleted' });
  expect([...mapped]).toEqual([
    ['Bolt', 't1'],
    ['Ring', 't2'],
    ['Rod', undefined],
    ['Cat', ''],
  ]);
  expect(offersOf(found, mapped).map(({ tag, labeled }) => [tag, labeled])).toEqual([
    ['t2', 'inference'],
    ['t1', 'inference'],
  ]);
});
