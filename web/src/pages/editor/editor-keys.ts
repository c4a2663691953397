/** What the editor's keys do. Without React. */

import type { Zooming } from '../viewer/commands.ts';
import { changeMasks, emptied, withClass } from './mask/commands.ts';
import { clipboard } from './model/clipboard.ts';
import { addAnnotations, changeAnnotations, removeAnnotations } from './model/commands.ts';
import { type MaskLayer, newId, objectsOf, selectedMasks } from './model/drawing.ts';
import type { Editor } from './model/editor.ts';
import { moved, type Point, toPixels, toShares } from './model/geometry.ts';
import { grown } from './model/handles.ts';
import { type Command, together } from './model/history.ts';
import { changeBoxes, frameOf } from './model/select-tool.ts';
import { fit, reveal, scaleAbove, scaleBelow, zoomAt } from './model/viewport.ts';

const unlocked = (editor: Editor) => editor.selected.filter(({ id }) => !editor.locked.has(id));
const unlockedMasks = (editor: Editor): MaskLayer[] =>
  selectedMasks(editor).filter(({ id }) => !editor.locked.has(id));

/** Moves the selection as a whole: where one annotation reaches the edge of the image, all stop. */
export function nudge(editor: Editor, by: Point): void {
  const { size } = editor.drawing;
  const boxes = new Map(unlocked(editor).map((each) => [each.id, toPixels(each, size)]));
  if (boxes.size === 0) return;
  const frame = frameOf([...boxes.values()]);
  const to = moved(frame, by, size);
  const shift = { x: to.x - frame.x, y: to.y - frame.y };
  const next = [...boxes].map(
    ([id, box]) => [id, { ...box, x: box.x + shift.x, y: box.y + shift.y }] as const,
  );
  changeBoxes(new Map(next), 'move', editor, `nudge ${[...boxes.keys()]}`);
  revealSelection(editor);
}

export function grow(editor: Editor, by: Point): void {
  const { size } = editor.drawing;
  const boxes = unlocked(editor).filter(({ type }) => type !== 'point');
  const next = boxes.map((each) => [each.id, grown(toPixels(each, size), by, size)] as const);
  changeBoxes(new Map(next), 'resize', editor, `grow ${boxes.map(({ id }) => id)}`);
}

export function removeSelected(editor: Editor): void {
  const { drawing, text } = editor;
  const { removed } = text.editor;
  const ids = new Set(unlocked(editor).map(({ id }) => id));
  const masks = unlockedMasks(editor);
  runTogether(editor, removed, [
    ...(ids.size > 0 ? [removeAnnotations(removed, ids, drawing)] : []),
    ...(masks.length > 0 ? [changeMasks(removed, drawing, masks.map(emptied))] : []),
  ]);
}

function runTogether(editor: Editor, label: string, commands: readonly Command[]): void {
  if (commands.length > 0) editor.run(together(label, commands));
}

/**
 * Sets the class of the selection and of what is drawn next. With a tool that draws, only that of what is drawn next: what was drawn
 * last is still selected, and keeps its class. A mask is no longer selected then, or more would be painted on it.
 */
export function relabel(editor: Editor, tag: string): void {
  editor.chooseClass(tag);
  if (editor.tool.draws) {
    editor.select(editor.selected.map(({ id }) => id));
    return;
  }
  const { drawing, text } = editor;
  const { relabelled } = text.editor;
  const changed = unlocked(editor)
    .filter((each) => each.tag !== tag || each.labeled === 'inference')
    .map((each) => ({ ...each, tag }));
  const masks = unlockedMasks(editor).filter((each) => each.tag !== tag);
  runTogether(editor, relabelled, [
    ...(changed.length > 0 ? [changeAnnotations(relabelled, changed, drawing)] : []),
    ...(masks.length > 0 ? [changeMasks(relabelled, drawing, withClass(masks, tag))] : []),
  ]);
}

/** The class that is marked: with a tool that draws that of what is drawn next, else that of the selection if it has only one. */
export function classInHand({ tool, tag, selectedObjects }: Editor): string | null {
  if (tool.draws) return tag;
  const [own, ...others] = new Set(selectedObjects.map((each) => each.tag));
  return others.length > 0 ? null : (own ?? null);
}

/** Pixels from an annotation to its duplicate, to the right and down. */
const DUPLICATE_OFFSET = 10;

export function duplicate(editor: Editor): void {
  const { size } = editor.drawing;
  const duplicates = editor.selected.map((each) => ({
    ...each,
    ...toShares(moved(toPixels(each, size), { x: DUPLICATE_OFFSET, y: DUPLICATE_OFFSET }, size), size),
    id: newId(),
    labeled: 'manual' as const,
  }));
  if (duplicates.length > 0) editor.run(addAnnotations(editor.text.editor.duplicated, duplicates));
}

export function copy(editor: Editor): void {
  const { drawing, selected, text } = editor;
  if (selected.length === 0) return;
  clipboard.copy(selected, drawing.size);
  editor.say(text.editor.copiedThem(selected.length));
}

/** Pastes at the same pixel positions, also into another image. @param tags ids of the dataset's classes */
export function paste(editor: Editor, tags: ReadonlySet<string>): void {
  const { text } = editor;
  const pasted = clipboard.paste(editor.drawing.size).filter(({ tag }) => tags.has(tag));
  if (pasted.length === 0) {
    editor.say(text.editor.nothingToPaste);
    return;
  }
  editor.run(addAnnotations(text.editor.pasted, pasted));
}

export const selectAll = (editor: Editor): void =>
  editor.select(
    objectsOf(editor.drawing)
      .map(({ id }) => id)
      .filter((id) => !editor.hidden.has(id)),
  );

/** Hides the selection; without one, shows all annotations again. */
export function hideOrShow(editor: Editor): void {
  const { selection, hidden } = editor;
  editor.hide(selection.size > 0 ? new Set([...hidden, ...selection]) : new Set());
}

export function lockOrUnlock(editor: Editor): void {
  const { selection, locked } = editor;
  const next = new Set(locked);
  const areLocked = [...selection].every((id) => locked.has(id));
  for (const id of selection) areLocked ? next.delete(id) : next.add(id);
  editor.lock(next);
}

/** Escape cancels the gesture in progress, else what keys point at, else the tool, else the selection. @returns false if there was nothing to cancel */
export function stepBack(editor: Editor): boolean {
  if (editor.cancelGesture()) return true;
  const hasSelection = editor.selection.size > 0;
  if (editor.state.get().pointed !== null) editor.showOffers({ pointed: null });
  else if (editor.state.get().tool !== 'select') editor.selectTool('select');
  else if (hasSelection) editor.select([]);
  else return false;
  return true;
}

export function repeatTool(editor: Editor): void {
  editor.selectTool(editor.state.get().lastDrawn ?? 'box');
}

const middle = ({ screen }: Editor): Point => ({ x: screen.width / 2, y: screen.height / 2 });

/** Changes the scale around the middle. */
export const zooming = (editor: Editor): Zooming => {
  const zoom = (scale: number) => editor.setView(zoomAt(editor.view, middle(editor), scale, editor.minScale));
  return {
    in: () => zoom(scaleAbove(editor.view.scale)),
    out: () => zoom(scaleBelow(editor.view.scale)),
    whole: () => editor.setView(fit(editor.drawing.size, editor.screen)),
    actual: () => zoom(1),
  };
};

/** Moves the view so that the selection is visible. */
export function revealSelection(editor: Editor): void {
  const { drawing, selectedObjects } = editor;
  if (selectedObjects.length === 0) return;
  const frame = frameOf(selectedObjects.map((each) => toPixels(each, drawing.size)));
  editor.setView(reveal(editor.view, frame, editor.screen));
}
