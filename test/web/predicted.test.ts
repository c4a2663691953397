/** @covers Contract 14 predictions in the editor: dashed from a score on, taken by mouse, keys and fingers, all, undone, saved as a person's, boxes and masks, axe */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isPainted } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { overlapOf } from '../../web/src/pages/editor/mask/paint/painted-share.ts';
import { emptyDrawing, type Offer } from '../../web/src/pages/editor/model/drawing.ts';
import { Editor } from '../../web/src/pages/editor/model/editor.ts';
import { SelectTool } from '../../web/src/pages/editor/model/select-tool.ts';
import { bitmapOf } from '../../web/src/pages/editor/predicted/bitmap-of.ts';
import { predictedCommands } from '../../web/src/pages/editor/predicted/commands.ts';
import { isThere, newOffers, takeOffers } from '../../web/src/pages/editor/predicted/offers.ts';
import { offersOfRun } from '../../web/src/pages/editor/predicted/offers-of.ts';
import { en } from '../../web/src/text/en.ts';
import { rleOf } from '../support/rle-of.ts';

const side = fc.integer({ min: 1, max: 600 });

describe('masks of predictions', () => {
  test('have exactly their pixels, over several tiles', () => {
    fc.assert(
      fc.property(side, side, side, side, (width, height, right, bottom) => {
        const size = { width, height };
        const isInside = (x: number, y: number) => x < right && y < bottom && (x + y) % 7 !== 0;
        const bitmap = bitmapOf(rleOf(isInside, size), size);
        for (let at = 0; at < width * height; at += 1) {
          const [x, y] = [at % width, Math.floor(at / width)];
          if ((bitmap !== null && isPainted(bitmap, x, y)) !== isInside(x, y)) throw new Error(`${x} ${y}`);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('of another size than the image, damaged or empty are none', () => {
    const size = { width: 20, height: 10 };
    const rle = rleOf((x) => x < 3, size);
    expect(bitmapOf(rle, size)).not.toBeNull();
    expect(bitmapOf(rle, { width: 10, height: 20 })).toBeNull();
    expect(bitmapOf({ ...rle, counts: '~' }, size)).toBeNull();
    expect(bitmapOf({ ...rle, counts: `${rle.counts}${rle.counts}` }, size)).toBeNull();
    expect(
      bitmapOf(
        rleOf(() => false, size),
        size,
      ),
    ).toBeNull();
  });

  test('overlap by their pixels, not by their frames', () => {
    const size = { width: 300, height: 300 };
    const half = (isLower: boolean) =>
      bitmapOf(
        rleOf((x, y) => isLower === x < y, size),
        size,
      )!;
    const all = bitmapOf(
      rleOf(() => true, size),
      size,
    )!;
    expect(overlapOf(half(true), half(false))).toBe(0);
    expect(overlapOf(all, half(true))).toBeCloseTo(0.5, 2);
    expect(overlapOf(all, all)).toBe(1);
    expect(overlapOf(all, half(true), 0.6)).toBe(0);
  });
});

const SIZE = { width: 400, height: 300 };
const TAGS = new Set(['bolt', 'nut']);
const box = (tag: string, score: number, ...place: number[]) => ({ tag, score, box: place });
const PREDICTED = [
  box('bolt', 0.4, 0, 0, 0.5, 0.5),
  box('bolt', 0.9, 0.01, 0, 0.49, 0.5),
  box('nut', 0.7, 0.6, 0.6, 0.1, 0.1),
  box('gone', 1, 0, 0, 1, 1),
  { tag: 'bolt', score: 1 },
  { tag: 'nut', score: 0.6, rle: rleOf((x, y) => x < 100 && y < 100, SIZE) },
];

function openEditor() {
  const editor = new Editor([new SelectTool()], en, () => 0);
  editor.mayEdit = true;
  editor.resize(SIZE);
  editor.open({ ...emptyDrawing('one', SIZE), masks: [] });
  editor.setView({ scale: 1, x: 0, y: 0 });
  editor.offer(offersOfRun(3, PREDICTED, SIZE, TAGS));
  return editor;
}

const scores = (offers: readonly Offer[]) => offers.map(({ score }) => score);
const counts = ({ drawing, offers }: Editor) => [
  drawing.annotations.length,
  drawing.masks?.length,
  offers.length,
];

describe('predictions in the editor', () => {
  test('those with a place and a known class are offered, from a score on, the surest first', () => {
    const editor = openEditor();
    expect(scores(editor.offers)).toEqual([0.9, 0.7, 0.6, 0.4]);
    editor.showOffers({ least: 0.7 });
    expect(scores(editor.offers)).toEqual([0.9, 0.7]);
  });

  test('all are taken, but not what is there already, as one step', () => {
    const editor = openEditor();
    expect(scores(newOffers(editor.offers, editor.drawing))).toEqual([0.9, 0.7, 0.6]);
    predictedCommands(editor).takeAll.run();
    expect(counts(editor)).toEqual([2, 1, 1]);
    expect(editor.drawing.annotations.map(({ labeled }) => labeled)).toEqual(['manual', 'manual']);
    expect(editor.offers.every((each) => isThere(each, editor.drawing))).toBe(true);
    predictedCommands(editor).takeAll.run();
    expect(counts(editor)).toEqual([2, 1, 1]);
    editor.undo();
    expect(counts(editor)).toEqual([0, 0, 4]);
    editor.redo();
    expect(counts(editor)).toEqual([2, 1, 1]);
  });

  test('a mask is not there because its class has one elsewhere', () => {
    const editor = openEditor();
    const masks = [0, 200].map((left) => ({
      ...{ tag: 'nut', score: 0.9 },
      rle: rleOf((x, y) => x >= left && x < left + 100 && y < 100, SIZE),
    }));
    editor.offer(offersOfRun(3, masks, SIZE, TAGS));
    expect(newOffers(editor.offers, editor.drawing)).toHaveLength(2);
    predictedCommands(editor).takeAll.run();
    expect(counts(editor)).toEqual([0, 2, 0]);
    editor.undo();
    expect(counts(editor)).toEqual([0, 0, 2]);
  });

  test('those read again after an undo and redo are the same', () => {
    const editor = openEditor();
    predictedCommands(editor).takeAll.run();
    editor.undo();
    editor.offer(offersOfRun(3, PREDICTED, SIZE, TAGS));
    editor.redo();
    expect(counts(editor)).toEqual([2, 1, 1]);
  });

  test('keys point at one after the other, and take the one they point at', () => {
    const editor = openEditor();
    const press = (name: 'next' | 'take') => predictedCommands(editor)[name].run();
    press('next');
    press('next');
    press('take');
    expect(editor.drawing.annotations.map(({ tag }) => tag)).toEqual(['nut']);
    expect(editor.offers.find(({ id }) => id === editor.state.get().pointed)?.score).toBe(0.6);
  });

  test('a click takes the smallest one that is not there, and a smaller object is selected instead', () => {
    const editor = openEditor();
    const click = (x: number, y: number) => {
      const at = {
        x,
        y,
        screen: { x, y },
        type: 'mouse',
        buttons: 1,
        shift: false,
        ctrl: false,
        alt: false,
      } as const;
      editor.tool.pointerDown(at, editor);
      editor.tool.pointerUp(at, editor);
    };
    click(390, 10);
    expect(counts(editor)).toEqual([0, 0, 4]);
    // A mask of 100 by 100 in boxes of 200 by 150.
    click(50, 50);
    expect(counts(editor)).toEqual([0, 1, 3]);
    click(50, 50);
    expect(counts(editor)).toEqual([0, 1, 3]);
    click(150, 50);
    expect(counts(editor)).toEqual([1, 1, 2]);
    editor.mayEdit = false;
    click(250, 190);
    expect(counts(editor)).toEqual([1, 1, 2]);
  });

  test('masks wait until those of the image are read', () => {
    const editor = openEditor();
    editor.open(emptyDrawing('one', SIZE));
    const mask = offersOfRun(3, PREDICTED, SIZE, TAGS).filter(({ bitmap }) => bitmap);
    takeOffers(editor, mask);
    expect(editor.drawing.masks).toBeNull();
    expect(editor.message.get().text).toBe(en.masks.reading);
  });
});
