/**
 * What a class key of the editor changes, without a browser.
 * @covers Contract 12: each key of the console is listed, does what its command does, and is never the only way
 */
import { expect, test } from '@jest/globals';
import { classInHand, relabel } from '../../web/src/pages/editor/editor-keys.ts';
import { BoxTool } from '../../web/src/pages/editor/model/box-tool.ts';
import { emptyDrawing } from '../../web/src/pages/editor/model/drawing.ts';
import { Editor } from '../../web/src/pages/editor/model/editor.ts';
import { SelectTool } from '../../web/src/pages/editor/model/select-tool.ts';
import { en } from '../../web/src/text/en.ts';

function openEditor(): { editor: Editor; drawBox: (at: number) => void } {
  const editor = new Editor([new SelectTool(), new BoxTool()], en);
  editor.mayEdit = true;
  editor.screen = { width: 800, height: 600 };
  editor.open(emptyDrawing('one', editor.screen));
  const pointer = (x: number, y: number) => ({
    ...{ x, y, screen: { x, y }, type: 'mouse' as const, button: 0, buttons: 1, pressure: 1 },
    ...{ shift: false, ctrl: false, alt: false },
  });
  const drawBox = (at: number) => {
    editor.tool.pointerDown(pointer(60 * at, 100), editor);
    editor.tool.pointerUp(pointer(60 * at + 40, 140), editor);
  };
  return { editor, drawBox };
}

test('with a tool that draws, a class key is of the next box: 1 1 2 2 3 are two, two and one', () => {
  const { editor, drawBox } = openEditor();
  editor.selectTool('box');
  for (const [at, tag] of ['bar', 'bar', 'gear', 'gear', 'ring'].entries()) {
    relabel(editor, tag);
    drawBox(at);
  }
  const tags = () => editor.drawing.annotations.map(({ tag }) => tag);
  expect(tags()).toEqual(['bar', 'bar', 'gear', 'gear', 'ring']);
  // What was drawn last stays selected, to be nudged or removed.
  expect(editor.selected.map(({ tag }) => tag)).toEqual(['ring']);
  editor.selectTool('select');
  relabel(editor, 'bar');
  expect(tags()).toEqual(['bar', 'bar', 'gear', 'gear', 'bar']);
});

test('the class that is marked is what is drawn next or what is selected, and not that of a pen nobody holds', () => {
  const { editor, drawBox } = openEditor();
  editor.chooseClass('bar');
  expect(classInHand(editor)).toBeNull();
  editor.selectTool('box');
  expect(classInHand(editor)).toBe('bar');
  drawBox(0);
  relabel(editor, 'gear');
  expect(classInHand(editor)).toBe('gear');
  editor.selectTool('select');
  expect(classInHand(editor)).toBe('bar');
  editor.selectTool('box');
  drawBox(2);
  editor.selectTool('select');
  editor.select(editor.drawing.annotations.map(({ id }) => id));
  expect(classInHand(editor)).toBeNull();
});
