/**
 * Several masks of one class in the editor: which of them is painted, selected, split, joined, removed, and all of that undone.
 * @covers Contract 9 masks, several of a tag by their ids, and links
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { describe, expect, test } from '@jest/globals';
import { relabel, removeSelected } from '../../web/src/pages/editor/editor-keys.ts';
import { maskChanges } from '../../web/src/pages/editor/mask/commands.ts';
import { MaskDesk } from '../../web/src/pages/editor/mask/desk.ts';
import { joinMasks, splitMask } from '../../web/src/pages/editor/mask/objects.ts';
import { OutlineTool } from '../../web/src/pages/editor/mask/outline-tool.ts';
import { isPainted } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import type { Work } from '../../web/src/pages/editor/mask/paint/jobs.ts';
import { splitPieces } from '../../web/src/pages/editor/mask/paint/pieces.ts';
import { PaintTool } from '../../web/src/pages/editor/mask/paint-tool.ts';
import { growMask } from '../../web/src/pages/editor/mask/shared-keys.ts';
import { type Drawing, emptyDrawing, type MaskLayer } from '../../web/src/pages/editor/model/drawing.ts';
import { Editor } from '../../web/src/pages/editor/model/editor.ts';
import { Gestures, type Press } from '../../web/src/pages/editor/model/gestures.ts';
import { SelectTool } from '../../web/src/pages/editor/model/select-tool.ts';
import { en } from '../../web/src/text/en.ts';
import { fc } from '../support/fast-check.ts';

const SIZE = { width: 400, height: 300 };

/** The worker's job, done at once. */
const work = (async (_name: 'split', input: { mask: MaskLayer['bitmap']; most: number }) =>
  splitPieces(input.mask, input.most)) as Work;

function openEditor() {
  const desk = new MaskDesk(async () => '');
  Object.assign(desk.worker, { work });
  const tools = [
    new SelectTool(),
    new PaintTool(desk, 'brush'),
    new PaintTool(desk, 'eraser'),
    new OutlineTool(desk, 'polygon'),
  ];
  let now = 0;
  const editor = new Editor(tools, en, () => {
    now += 10_000;
    return now;
  });
  editor.mayEdit = true;
  editor.screen = { width: 400, height: 300 };
  editor.chooseClass('bolt');
  editor.open({ ...emptyDrawing('one', SIZE), masks: [] });
  editor.setView({ scale: 1, x: 0, y: 0 });
  desk.change({ size: 10 });
  const gestures = new Gestures(editor);
  const press = (x: number, y: number, more: Partial<Press> = {}): Press => ({
    ...{ id: 1, type: 'mouse', button: 0, buttons: 1, screen: { x, y }, breadth: 1 },
    ...{ shift: false, ctrl: false, alt: false, ...more },
  });
  const click = (x: number, y: number, more: Partial<Press> = {}) => {
    gestures.down(press(x, y, more));
    gestures.up(press(x, y, { ...more, buttons: 0 }));
  };
  /** With the brush. */
  const dab = (x: number, y: number) => {
    editor.selectTool('brush');
    click(x, y);
  };
  return { desk, editor, click, dab };
}

type Opened = ReturnType<typeof openEditor>;

/** Each mask as its class and at which of these places it is painted. */
const PLACES = [50, 150, 250, 350];
const painted = ({ editor }: Opened): string[] =>
  (editor.drawing.masks ?? []).map(
    ({ tag, bitmap }) => `${tag} ${PLACES.filter((x) => isPainted(bitmap, x, 100)).join(' ')}`,
  );
const ids = ({ editor }: Opened): string[] => editor.drawing.masks?.map(({ id }) => id) ?? [];

describe('what is painted', () => {
  test('is a new mask, then goes on with it while it is selected; N begins another one', () => {
    const opened = openEditor();
    const { desk, editor, dab } = opened;
    dab(50, 100);
    expect([...editor.selection]).toEqual(ids(opened));
    dab(150, 100);
    expect(painted(opened)).toEqual(['bolt 50 150']);
    desk.beginNew(editor);
    dab(250, 100);
    dab(350, 100);
    expect(painted(opened)).toEqual(['bolt 50 150', 'bolt 250 350']);
    expect([...editor.selection]).toEqual(ids(opened).slice(1));
  });

  test('without a selection, the only mask of the class is meant, as it was when a class had one mask', () => {
    const opened = openEditor();
    const { editor, dab } = opened;
    dab(50, 100);
    editor.select([]);
    dab(150, 100);
    expect(painted(opened)).toEqual(['bolt 50 150']);
    relabel(editor, 'nut');
    dab(250, 100);
    relabel(editor, 'bolt');
    dab(350, 100);
    expect(painted(opened)).toEqual(['bolt 50 150 350', 'nut 250']);
  });

  test('without a selection, where the class has several, is a new one; to erase, one has to be pointed at', () => {
    const opened = openEditor();
    const { desk, editor, click, dab } = opened;
    for (const x of [50, 150, 250]) {
      desk.beginNew(editor);
      dab(x, 100);
    }
    editor.select([]);
    growMask(desk, editor);
    expect(editor.message.get().text).toBe(en.masks.selectOne);
    editor.selectTool('eraser');
    click(150, 100);
    expect(painted(opened)).toEqual(['bolt 50', 'bolt 250']);
    dab(350, 100);
    expect(painted(opened)).toEqual(['bolt 50', 'bolt 250', 'bolt 350']);
  });

  test('a locked mask stays as it is, a hidden one is shown', () => {
    const opened = openEditor();
    const { editor, dab } = opened;
    dab(50, 100);
    const [id = ''] = ids(opened);
    editor.lock(new Set([id]));
    dab(150, 100);
    expect([painted(opened), editor.message.get().text]).toEqual([['bolt 50'], en.masks.isLocked]);
    editor.lock(new Set());
    editor.hide([id]);
    dab(150, 100);
    expect([painted(opened), [...editor.hidden]]).toEqual([['bolt 50 150'], []]);
  });
});

/** Masks at 50, 150 and 250, and the last of another class. */
function withThree(): Opened {
  const opened = openEditor();
  const { desk, editor, dab } = opened;
  for (const x of [50, 150]) {
    desk.beginNew(editor);
    dab(x, 100);
  }
  relabel(editor, 'nut');
  dab(250, 100);
  editor.selectTool('select');
  editor.select([]);
  return opened;
}

describe('selecting', () => {
  test('a click selects the mask under it and its class, Shift adds one, beside them nothing is selected', () => {
    const opened = withThree();
    const { editor, click } = opened;
    const [one, two, nut] = ids(opened);
    click(50, 100);
    expect([[...editor.selection], editor.tag]).toEqual([[one], 'bolt']);
    click(150, 100, { shift: true });
    expect([...editor.selection]).toEqual([one, two]);
    // Just beside its edge, as with a thin box.
    click(58, 100);
    expect([...editor.selection]).toEqual([one]);
    click(50, 200);
    expect(editor.selection.size).toBe(0);
    editor.selectTool('brush');
    click(250, 100, { ctrl: true });
    expect([[...editor.selection], editor.tag, painted(opened).length]).toEqual([[nut], 'nut', 3]);
  });

  test('the smaller of two masks is on top', () => {
    const opened = openEditor();
    const { desk, editor, click, dab } = opened;
    dab(50, 100);
    desk.beginNew(editor);
    desk.change({ size: 80 });
    dab(60, 100);
    editor.selectTool('select');
    const [small, large] = ids(opened);
    click(50, 100);
    expect([...editor.selection]).toEqual([small]);
    click(85, 100);
    expect([...editor.selection]).toEqual([large]);
  });

  test('what is selected is removed, and undo brings it back where it was and selects it', () => {
    const opened = withThree();
    const { editor, click } = opened;
    const before = ids(opened);
    click(50, 100);
    removeSelected(editor);
    expect(ids(opened)).toEqual(before.slice(1));
    editor.undo();
    expect([ids(opened), [...editor.selection]]).toEqual([before, before.slice(0, 1)]);
  });

  test('a class key gives a selected mask its class; with a tool that draws, it is the class of the next one', () => {
    const opened = withThree();
    const { editor, click } = opened;
    const before = ids(opened);
    click(50, 100);
    relabel(editor, 'nut');
    expect([painted(opened), ids(opened)]).toEqual([['nut 50', 'bolt 150', 'nut 250'], before]);
    editor.selectTool('brush');
    relabel(editor, 'bolt');
    expect([painted(opened)[0], editor.selection.size, editor.tag]).toEqual(['nut 50', 0, 'bolt']);
    editor.undo();
    expect(painted(opened)).toEqual(['bolt 50', 'bolt 150', 'nut 250']);
  });
});

describe('splitting and joining', () => {
  test('masks of one class become one and its parts become masks; undone and done again', async () => {
    const opened = withThree();
    const { desk, editor, click } = opened;
    const [one, two] = ids(opened);
    click(50, 100);
    click(150, 100, { shift: true });
    joinMasks(editor);
    expect([painted(opened), [...editor.selection]]).toEqual([['bolt 50 150', 'nut 250'], [one]]);
    splitMask(desk, editor);
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(painted(opened).toSorted()).toEqual(['bolt 150', 'bolt 50', 'nut 250']);
    expect([ids(opened)[0], ids(opened).includes(two ?? '')]).toEqual([one, false]);
    expect(editor.selection.size).toBe(2);
    editor.undo();
    expect(painted(opened)).toEqual(['bolt 50 150', 'nut 250']);
    editor.undo();
    expect([painted(opened), ids(opened).slice(0, 2)]).toEqual([
      ['bolt 50', 'bolt 150', 'nut 250'],
      [one, two],
    ]);
    editor.redo();
    expect(painted(opened)).toEqual(['bolt 50 150', 'nut 250']);
  });

  test('what cannot be joined or split says why, and changes nothing', async () => {
    const opened = withThree();
    const { desk, editor, click } = opened;
    click(50, 100);
    joinMasks(editor);
    expect(editor.message.get().text).toBe(en.masks.selectSeveral);
    click(250, 100, { shift: true });
    joinMasks(editor);
    expect(editor.message.get().text).toBe(en.masks.severalClasses);
    click(50, 100);
    splitMask(desk, editor);
    await new Promise(setImmediate);
    expect(editor.message.get().text).toBe(en.masks.oneSinglePart);
    expect(painted(opened)).toEqual(['bolt 50', 'bolt 150', 'nut 250']);
  });
});

test('any run of changes is taken back to what was there, and made again', () => {
  const act = fc.tuple(
    fc.constantFrom('new', 'paint', 'join', 'remove', 'label', 'select'),
    fc.nat({ max: 7 }),
  );
  const cases = fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
    const opened = openEditor();
    const { desk, editor, dab } = opened;
    const states: Drawing[] = [editor.drawing];
    for (const [what, number] of acts) {
      const all = ids(opened);
      if (what === 'new') desk.beginNew(editor);
      else if (what === 'select') editor.select(all.slice(0, number));
      else if (what === 'paint') dab(PLACES[number % 4] as number, 100);
      else if (what === 'join') joinMasks(editor);
      else if (what === 'remove') removeSelected(editor);
      else {
        editor.selectTool('select');
        relabel(editor, ['bolt', 'nut'][number % 2] as string);
      }
      if (editor.state.get().history.done.length === states.length) states.push(editor.drawing);
    }
    for (const state of states.toReversed().slice(1)) {
      editor.undo();
      expect(maskChanges(state, editor.drawing)).toEqual([]);
      expect(ids(opened)).toEqual(state.masks?.map(({ id }) => id));
    }
    for (const state of states.slice(1)) {
      editor.redo();
      expect(maskChanges(state, editor.drawing)).toEqual([]);
    }
  });
  fc.assert(cases, { numRuns: 60 });
});
