/**
 * The editor without a browser: places, handles, tools, undo, gestures (console.md, Editor).
 * @covers Contract 9, 12: the editor: view, handles, hits, undo, merge; labelling from nothing by pointer and by touch, csv, COCO, YOLO, ZIP and crops to half a pixel, boxes corrected within review, two people in one image, a closed tab (without a connection, the picture in its place), memory after many large pictures, by keys, touch, axe
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { describe, expect, test } from '@jest/globals';
import { BoxTool } from '../../web/src/pages/editor/model/box-tool.ts';
import { clipboard } from '../../web/src/pages/editor/model/clipboard.ts';
import {
  addAnnotations,
  changeAnnotations,
  removeAnnotations,
} from '../../web/src/pages/editor/model/commands.ts';
import { type Annotation, type Drawing, emptyDrawing } from '../../web/src/pages/editor/model/drawing.ts';
import { Editor } from '../../web/src/pages/editor/model/editor.ts';
import { between, moved, toPixels, toShares, within } from '../../web/src/pages/editor/model/geometry.ts';
import { Gestures, type Press } from '../../web/src/pages/editor/model/gestures.ts';
import {
  grown,
  HANDLES,
  handleAt,
  handlesOf,
  placeOf,
  resized,
} from '../../web/src/pages/editor/model/handles.ts';
import { hitAll } from '../../web/src/pages/editor/model/hit-test.ts';
import { PointTool } from '../../web/src/pages/editor/model/point-tool.ts';
import { marksOf, stepOf } from '../../web/src/pages/editor/model/ruler.ts';
import { SelectTool, selectBehind } from '../../web/src/pages/editor/model/select-tool.ts';
import { snapCorner, snapMove, snapPoint } from '../../web/src/pages/editor/model/snapping.ts';
import {
  fit,
  keepVisible,
  MAX_SCALE,
  MIN_SCALE,
  pinch,
  reveal,
  scaleAbove,
  scaleBelow,
  toImage,
  toScreen,
  zoomAt,
} from '../../web/src/pages/editor/model/viewport.ts';
import { en } from '../../web/src/text/en.ts';
import { fc } from '../support/fast-check.ts';

const SIZE = { width: 400, height: 300 };
const NONE: ReadonlySet<string> = new Set();

const box = (id: string, x: number, y: number, w: number, h: number): Annotation => ({
  id,
  type: 'rect',
  tag: 'bolt',
  labeled: 'manual',
  ...toShares({ x, y, w, h }, SIZE),
});
const drawingOf = (...annotations: Annotation[]): Drawing => ({ ...emptyDrawing('one', SIZE), annotations });

const scale = fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true });
const place = fc.record({ x: fc.integer({ min: -500, max: 900 }), y: fc.integer({ min: -500, max: 900 }) });
const view = fc.record({
  scale,
  x: fc.integer({ min: -3_000, max: 3_000 }),
  y: fc.integer({ min: -3_000, max: 3_000 }),
});

describe('the view', () => {
  test('what lies under the cursor stays under it at every zoom', () => {
    fc.assert(
      fc.property(view, place, scale, (before, at, next) => {
        const after = zoomAt(before, at, next);
        const back = toScreen(after, toImage(before, at));
        expect(back.x).toBeCloseTo(at.x, 6);
        expect(back.y).toBeCloseTo(at.y, 6);
      }),
    );
  });

  test('the zoom ends at 10 % and 1,600 %', () => {
    const start = { scale: 1, x: 0, y: 0 };
    expect(zoomAt(start, { x: 0, y: 0 }, 0.01).scale).toBe(0.1);
    expect(zoomAt(start, { x: 0, y: 0 }, 99).scale).toBe(16);
    expect(scaleAbove(16)).toBe(16);
    expect(scaleBelow(0.1)).toBe(0.1);
    expect([scaleAbove(1), scaleBelow(1), scaleAbove(1.2)]).toEqual([1.5, 0.75, 1.5]);
  });

  test.each([
    [{ width: 6_000, height: 2_000 }],
    [{ width: 1_000, height: 3_000 }],
    [{ width: 40, height: 30 }],
  ])('%j fits as a whole, in the middle', (picture) => {
    const screen = { width: 800, height: 600 };
    const whole = fit(picture, screen);
    const end = toScreen(whole, { x: picture.width, y: picture.height });
    expect(whole.x).toBeGreaterThanOrEqual(23);
    expect(whole.y).toBeGreaterThanOrEqual(23);
    expect(end.x).toBeCloseTo(screen.width - whole.x, 6);
    expect(end.y).toBeCloseTo(screen.height - whole.y, 6);
  });

  test('the picture is never moved out of sight', () => {
    const screen = { width: 500, height: 400 };
    fc.assert(
      fc.property(view, (far) => {
        const near = keepVisible(far, SIZE, screen);
        expect(near.x).toBeLessThan(screen.width);
        expect(near.y).toBeLessThan(screen.height);
        expect(near.x + SIZE.width * near.scale).toBeGreaterThan(0);
        expect(near.y + SIZE.height * near.scale).toBeGreaterThan(0);
      }),
    );
  });

  test('two fingers keep what lies between them', () => {
    fc.assert(
      fc.property(view, place, (before, shift) => {
        const from = [
          { x: 100, y: 100 },
          { x: 200, y: 100 },
        ] as const;
        const to = [
          { x: 50 + shift.x, y: 120 + shift.y },
          { x: 250 + shift.x, y: 120 + shift.y },
        ] as const;
        const after = pinch(before, [...from], [...to]);
        const seen = toScreen(after, toImage(before, { x: 150, y: 100 }));
        expect(seen.x).toBeCloseTo(150 + shift.x, 5);
        expect(seen.y).toBeCloseTo(120 + shift.y, 5);
      }),
    );
  });

  test('a box out of sight is brought into it, one in sight moves nothing', () => {
    const screen = { width: 400, height: 400 };
    const start = { scale: 1, x: 0, y: 0 };
    expect(reveal(start, { x: 10, y: 10, w: 50, h: 50 }, screen)).toEqual(start);
    const moved = reveal(start, { x: 900, y: 10, w: 50, h: 50 }, screen);
    expect(toScreen(moved, { x: 925, y: 0 }).x).toBe(200);
  });
});

describe('places', () => {
  test('pixels become shares and come back', () => {
    const inside = fc
      .tuple(fc.integer({ min: 0, max: 399 }), fc.integer({ min: 0, max: 299 }))
      .chain(([x, y]) =>
        fc.record({
          x: fc.constant(x),
          y: fc.constant(y),
          w: fc.integer({ min: 0, max: 400 - x }),
          h: fc.integer({ min: 0, max: 300 - y }),
        }),
      );
    fc.assert(
      fc.property(inside, (pixels) => {
        const shares = toShares(pixels, SIZE);
        for (const value of Object.values(shares)) expect(value).toBeGreaterThanOrEqual(0);
        expect(shares.x + shares.w).toBeLessThanOrEqual(1);
        expect(shares.y + shares.h).toBeLessThanOrEqual(1);
        const back = toPixels(shares, SIZE);
        expect(back.x).toBeCloseTo(pixels.x, 9);
        expect(back.w).toBeCloseTo(pixels.w, 9);
        expect(back.h).toBeCloseTo(pixels.h, 9);
      }),
    );
  });

  test('a box stops at the edge of the picture and keeps its size', () => {
    const start = { x: 380, y: 10, w: 15, h: 20 };
    expect(moved(start, { x: 10, y: -50 }, SIZE)).toEqual({ x: 385, y: 0, w: 15, h: 20 });
    expect(within({ x: -5, y: 290, w: 20, h: 20 }, SIZE)).toEqual({ x: 0, y: 290, w: 15, h: 10 });
    expect(grown(start, { x: 10, y: -40 }, SIZE)).toEqual({ x: 380, y: 10, w: 20, h: 1 });
  });

  test.each([
    [{ x: 3.2, y: 100.6 }, 6, { x: 0, y: 101 }],
    [{ x: 396, y: 299 }, 6, { x: 400, y: 300 }],
    [{ x: 396, y: 290.4 }, 0.4, { x: 396, y: 290 }],
    [{ x: -40, y: 900 }, 0, { x: 0, y: 300 }],
  ])('the corner %j within reach %d lies on %j', (at, reach, corner) => {
    expect(snapCorner(at, SIZE, reach)).toEqual(corner);
  });

  test('a point stands in the middle of its pixel, also at the edge', () => {
    expect(snapPoint({ x: 10.9, y: 10.1 }, SIZE)).toEqual({ x: 10.5, y: 10.5 });
    expect(snapPoint({ x: 400, y: -3 }, SIZE)).toEqual({ x: 399.5, y: 0.5 });
  });

  test('a box that is moved goes by whole pixels and lies on the edge', () => {
    const start = { x: 50.25, y: 40, w: 20, h: 20 };
    expect(snapMove(start, { x: 10.4, y: -37 }, SIZE, 6)).toEqual({ x: 10, y: -40 });
  });

  test('marks of the ruler stand at least 64 pixels apart, at round numbers', () => {
    for (const each of [0.1, 0.137, 1, 2.5, 16]) {
      const marks = marksOf(each, -50, 4_000, 1_200);
      expect(stepOf(each) * each).toBeGreaterThanOrEqual(64);
      expect(marks.length).toBeGreaterThan(3);
      for (const { value, at } of marks) expect(at).toBeCloseTo(value * each - 50, 6);
    }
  });
});

describe('handles', () => {
  const start = { x: 100, y: 100, w: 80, h: 60 };

  test.each(HANDLES)('the handle %s is found where it is, and leaves the other side', (handle) => {
    const at = placeOf(handle, start);
    expect(handleAt(start, at, 7)).toBe(handle);
    const next = resized(start, handle, { x: at.x + 5, y: at.y + 3 });
    const across = handle.includes('w') ? -5 : handle.includes('e') ? 5 : 0;
    const down = handle.includes('n') ? -3 : handle.includes('s') ? 3 : 0;
    expect([next.w - start.w, next.h - start.h]).toEqual([across, down]);
  });

  test('past the other side a box turns over', () => {
    expect(resized(start, 'se', { x: 90, y: 80 })).toEqual(between({ x: 100, y: 100 }, { x: 90, y: 80 }));
  });

  test('a small box has only corners', () => {
    expect(handlesOf({ x: 0, y: 0, w: 20, h: 20 }, 7)).toEqual(['nw', 'ne', 'se', 'sw']);
  });
});

describe('hits', () => {
  const large = box('large', 0, 0, 300, 300);
  const small = box('small', 100, 100, 20, 20);
  const drawing = drawingOf(small, large);

  test('what lies in something larger comes first, hidden ones not at all', () => {
    const ids = (hidden: ReadonlySet<string>) =>
      hitAll(drawing, { x: 110, y: 110 }, { reach: 3, hidden }).map(({ id }) => id);
    expect(ids(NONE)).toEqual(['small', 'large']);
    expect(ids(new Set(['small']))).toEqual(['large']);
  });

  test('points and thin boxes are hit beside them', () => {
    const thin = drawingOf({ ...box('p', 50, 50, 0, 0), type: 'point' }, box('thin', 200, 10, 2, 100));
    const at = (x: number, y: number) => hitAll(thin, { x, y }, { reach: 6, hidden: NONE })[0]?.id;
    expect([at(55, 45), at(57, 50), at(196, 60), at(190, 60)]).toEqual(['p', undefined, 'thin', undefined]);
  });
});

function openEditor(...annotations: Annotation[]): { editor: Editor; gestures: Gestures } {
  let now = 0;
  const editor = new Editor([new SelectTool(), new BoxTool(), new PointTool()], en, () => {
    now += 10_000;
    return now;
  });
  editor.mayEdit = true;
  editor.screen = { width: 800, height: 600 };
  editor.chooseClass('bolt');
  editor.open(drawingOf(...annotations));
  editor.setView({ scale: 1, x: 100, y: 100 });
  return { editor, gestures: new Gestures(editor) };
}

const press = (x: number, y: number, more: Partial<Press> = {}): Press => ({
  id: 1,
  type: 'mouse',
  button: 0,
  buttons: 1,
  screen: { x, y },
  breadth: 1,
  shift: false,
  ctrl: false,
  alt: false,
  ...more,
});

function drag(gestures: Gestures, from: [number, number], to: [number, number], more: Partial<Press> = {}) {
  gestures.down(press(...from, more));
  gestures.move([press((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, more)]);
  gestures.move([press(...to, more)]);
  gestures.up(press(...to, { ...more, buttons: 0 }));
}

const pixelsOf = ({ drawing }: Editor) =>
  drawing.annotations.map((each) => Object.values(toPixels(each, drawing.size)).map(Math.round));

describe('tools', () => {
  test('a drag draws a box with the class in hand; it is selected', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    drag(gestures, [150, 160], [250, 220]);
    expect(pixelsOf(editor)).toEqual([[50, 60, 100, 60]]);
    expect(editor.selected.map(({ tag, labeled }) => [tag, labeled])).toEqual([['bolt', 'manual']]);
  });

  test('two clicks draw the same box, Esc between them draws none', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    for (const at of [
      [150, 160],
      [250, 220],
    ] as [number, number][]) {
      gestures.down(press(...at));
      gestures.up(press(...at, { buttons: 0 }));
    }
    expect(pixelsOf(editor)).toEqual([[50, 60, 100, 60]]);
    gestures.down(press(300, 300));
    gestures.up(press(300, 300, { buttons: 0 }));
    expect(editor.cancelGesture()).toBe(true);
    expect(editor.drawing.annotations).toHaveLength(1);
  });

  test('what is too small is said and not drawn; what is small is said and drawn', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    drag(gestures, [150, 160], [250, 161]);
    expect(editor.drawing.annotations).toHaveLength(0);
    expect(editor.message.get().text).toContain('2 pixels');
    drag(gestures, [150, 160], [250, 165]);
    expect(editor.drawing.annotations).toHaveLength(1);
    expect(editor.message.get().text).toContain('8 pixels');
  });

  test("a box is moved by its inside, resized by its handle, and a model's becomes a person's", () => {
    const { editor, gestures } = openEditor({ ...box('a', 50, 50, 100, 80), labeled: 'inference' });
    drag(gestures, [200, 200], [210, 195]);
    expect(pixelsOf(editor)).toEqual([[60, 45, 100, 80]]);
    drag(gestures, [260, 225], [280, 235]);
    expect(pixelsOf(editor)).toEqual([[60, 45, 120, 90]]);
    expect(editor.selected[0]?.labeled).toBe('manual');
  });

  test('what is locked, or looked at by a viewer, does not move', () => {
    const { editor, gestures } = openEditor(box('a', 50, 50, 100, 80));
    editor.lock(new Set(['a']));
    drag(gestures, [200, 200], [230, 200]);
    editor.lock(NONE);
    editor.mayEdit = false;
    drag(gestures, [200, 200], [230, 200]);
    expect(pixelsOf(editor)).toEqual([[50, 50, 100, 80]]);
    expect(editor.state.get().history.done).toHaveLength(0);
  });

  test('a frame selects what lies in it, Shift adds, a click beside clears', () => {
    const { editor, gestures } = openEditor(box('a', 50, 50, 20, 20), box('b', 200, 50, 20, 20));
    drag(gestures, [140, 140], [330, 190]);
    expect([...editor.selection]).toEqual(['a', 'b']);
    drag(gestures, [450, 300], [450, 300]);
    expect(editor.selection.size).toBe(0);
    drag(gestures, [160, 160], [160, 160]);
    drag(gestures, [310, 160], [310, 160], { shift: true });
    expect([...editor.selection]).toEqual(['a', 'b']);
  });

  test('Tab goes to what lies behind, and ends', () => {
    const { editor } = openEditor(box('in', 100, 100, 20, 20), box('out', 50, 50, 200, 200));
    const at = { x: 110, y: 110 };
    const next = () => [selectBehind(at, editor), ...editor.selection];
    const chosen = [...next(), ...next()];
    expect(chosen).toEqual([true, 'in', true, 'out']);
    expect(selectBehind(at, editor)).toBe(false);
  });
});

describe('gestures', () => {
  test('the middle button pans and draws nothing', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    drag(gestures, [150, 160], [180, 150], { button: 1, buttons: 4 });
    expect(editor.view).toEqual({ scale: 1, x: 130, y: 90 });
    expect(editor.drawing.annotations).toHaveLength(0);
  });

  test('a second finger gives up the stroke of the first and zooms', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    const finger = (id: number, x: number, y: number) => press(x, y, { id, type: 'touch' });
    gestures.down(finger(1, 200, 200));
    gestures.move([finger(1, 220, 220)]);
    gestures.down(finger(2, 320, 220));
    gestures.move([finger(2, 420, 220)]);
    gestures.up(finger(2, 420, 220));
    gestures.up(finger(1, 220, 220));
    expect(editor.view.scale).toBeCloseTo(2, 6);
    expect(editor.drawing.annotations).toHaveLength(0);
  });

  test('beside a pen a palm is no stroke, and afterwards fingers only move the picture', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    gestures.down(press(150, 160, { id: 7, type: 'pen' }));
    gestures.down(press(300, 400, { id: 8, type: 'touch' }));
    gestures.move([press(320, 420, { id: 8, type: 'touch' })]);
    gestures.move([press(250, 220, { id: 7, type: 'pen' })]);
    gestures.up(press(250, 220, { id: 7, type: 'pen' }));
    gestures.up(press(320, 420, { id: 8, type: 'touch' }));
    expect(pixelsOf(editor)).toEqual([[50, 60, 100, 60]]);
    drag(gestures, [200, 200], [220, 230], { id: 9, type: 'touch' });
    expect(pixelsOf(editor)).toHaveLength(1);
    expect(editor.view).toEqual({ scale: 1, x: 120, y: 130 });
  });

  test('without a pen, a palm is known by its breadth: at once, or as it comes down', () => {
    const { editor, gestures } = openEditor();
    editor.selectTool('box');
    const view = editor.view;
    drag(gestures, [200, 200], [260, 250], { type: 'touch', breadth: 90 });
    gestures.down(press(200, 200, { type: 'touch', breadth: 12 }));
    gestures.move([press(230, 230, { type: 'touch', breadth: 20 })]);
    gestures.move([press(240, 240, { type: 'touch', breadth: 90 })]);
    gestures.up(press(250, 250, { type: 'touch', breadth: 90 }));
    expect(editor.drawing.annotations).toHaveLength(0);
    expect(editor.view).toEqual(view);
    drag(gestures, [200, 200], [260, 250], { type: 'touch', breadth: 40 });
    expect(pixelsOf(editor)).toEqual([[100, 100, 60, 50]]);
  });

  test('a finger that has nothing to take hold of moves the picture', () => {
    const { editor, gestures } = openEditor(box('a', 50, 50, 20, 20));
    drag(gestures, [400, 300], [410, 310], { type: 'touch' });
    expect(editor.view).toEqual({ scale: 1, x: 110, y: 110 });
  });
});

describe('undo', () => {
  test('any run of changes is taken back to what was there, and made again', () => {
    const start = drawingOf(box('a', 10, 10, 50, 50), box('b', 100, 100, 50, 50), box('c', 200, 100, 9, 9));
    const act = fc.tuple(fc.constantFrom('add', 'remove', 'move', 'label'), fc.nat({ max: 9 }));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
        const { editor } = openEditor(...start.annotations);
        const states = [editor.drawing.annotations];
        acts.forEach(([what, number], step) => {
          const all = editor.drawing.annotations;
          const one = all[number % Math.max(1, all.length)];
          if (what === 'add') editor.run(addAnnotations('add', [box(`n${step}`, number, 5, 20, 20)]));
          else if (!one) return;
          else if (what === 'remove')
            editor.run(removeAnnotations('remove', new Set([one.id]), editor.drawing));
          else {
            const next = what === 'move' ? { ...one, x: one.x / 2 } : { ...one, tag: `t${number}` };
            editor.run(changeAnnotations(what, [next], editor.drawing));
          }
          states.push(editor.drawing.annotations);
        });
        for (const state of states.toReversed().slice(1)) {
          expect(editor.undo()).toBeNull();
          expect(editor.drawing.annotations).toEqual(state);
        }
        for (const state of states.slice(1)) {
          editor.redo();
          expect(editor.drawing.annotations).toEqual(state);
        }
      }),
    );
  });

  test('it goes across images: the other one has to be in front first', () => {
    const { editor } = openEditor(box('a', 10, 10, 50, 50));
    editor.run(removeAnnotations('remove', new Set(['a']), editor.drawing));
    const first = editor.drawing;
    editor.open({ ...emptyDrawing('two', SIZE) });
    expect(editor.undo()).toBe('one');
    editor.open(first);
    expect(editor.undo()).toBeNull();
    expect(editor.drawing.annotations.map(({ id }) => id)).toEqual(['a']);
    expect([...editor.selection]).toEqual(['a']);
  });

  test('suggestions that were accepted are offered again', () => {
    const { editor } = openEditor();
    const offer = { ...box('o', 10, 10, 50, 50), labeled: 'inference' as const, score: 0.5 };
    const counts = () => [editor.drawing.annotations.length, editor.state.get().offered.length];
    editor.offer([offer]);
    editor.run({ ...addAnnotations('take', [box('a', 10, 10, 50, 50)]), takes: [offer] });
    expect([counts(), editor.undo(), counts()]).toEqual([[1, 0], null, [0, 1]]);
    expect([editor.redo(), counts()]).toEqual([null, [1, 0]]);
  });

  test('quick nudges in a row are one step', () => {
    const editor = new Editor([new SelectTool()], en, () => 5);
    editor.mayEdit = true;
    editor.open(drawingOf(box('a', 10, 10, 50, 50)));
    for (const x of [0.1, 0.2, 0.3])
      editor.run(
        changeAnnotations(
          'nudge',
          [{ ...(editor.drawing.annotations[0] as Annotation), x }],
          editor.drawing,
          'a',
        ),
      );
    expect(editor.state.get().history.done).toHaveLength(1);
    editor.undo();
    expect(pixelsOf(editor)).toEqual([[10, 10, 50, 50]]);
  });
});

test('what was copied is pasted into another image at the same pixels, as far as it reaches', () => {
  clipboard.copy([box('a', 90, 20, 50, 50), box('b', 300, 200, 50, 50)], SIZE);
  const small = { width: 100, height: 100 };
  const pasted = clipboard.paste(small);
  expect(pasted.map((each) => Object.values(toPixels(each, small)).map(Math.round))).toEqual([
    [90, 20, 10, 50],
  ]);
});
