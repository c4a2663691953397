import { type KeyCommand, useKeys } from '../../app/keys.ts';
import { useCommands } from '../../app/use-commands.ts';
import { usePart } from '../../data/live/store.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import type { Found } from '../../ui/search/search-list.tsx';
import { classCommands } from '../dataset/keys-of-classes.ts';
import { zoomCommands } from '../viewer/commands.ts';
import * as act from './editor-keys.ts';
import type { Editor } from './model/editor.ts';
import { ARROWS } from './model/geometry.ts';
import type { ToolKey } from './model/tool.ts';
import type { EditorPart } from './part.ts';

export interface EditorMoves {
  parts: readonly EditorPart[];
  next: () => void;
  previous: () => void;
  undo: () => void;
  redo: () => void;
  save: () => void;
  suggest: () => void;
  /** Absent while something is drawn. */
  sayEmpty?: () => void;
  /** Called by Escape if there is nothing else to cancel. */
  close?: () => void;
}

/** The keys of the editor. Viewers get only those that change nothing. */
export function useEditorKeys(
  editor: Editor,
  { tags }: Dataset,
  classKeys: ReadonlyMap<string, string>,
  moves: EditorMoves,
): void {
  const text = useText();
  const { editor: words } = text;
  const tool = usePart(editor.state, (state) => state.tool);
  const known = new Set(tags.map(({ id }) => id));
  const stepOf = ({ key, shiftKey }: KeyboardEvent) => {
    const { x, y } = ARROWS[key] ?? { x: 0, y: 0 };
    return shiftKey ? { x: 10 * x, y: 10 * y } : { x, y };
  };
  const arrow = (event: KeyboardEvent) => {
    const { x } = stepOf(event);
    if (editor.selected.length > 0) act.nudge(editor, stepOf(event));
    else if (x !== 0) x > 0 ? moves.next() : moves.previous();
  };
  const size = (event: KeyboardEvent) => act.grow(editor, stepOf(event));
  const arrows = Object.keys(ARROWS);
  const withKeys = (prefix: string) =>
    arrows.flatMap((each) => [`${prefix}${each}`, `${prefix}Shift+${each}`]);
  const looking = [
    { keys: ['Escape'], label: words.leaveTool, run: () => act.stepBack(editor) || moves.close?.() },
    { keys: ['PageDown', 'ArrowRight'], label: words.nextImage, run: moves.next },
    { keys: ['PageUp', 'ArrowLeft'], label: words.previousImage, run: moves.previous },
    ...zoomCommands(words, act.zooming(editor)),
    { keys: ['Ctrl+a'], label: words.selectAll, run: () => act.selectAll(editor) },
    { keys: ['Shift+h'], label: words.hideSelected, run: () => act.hideOrShow(editor) },
  ];
  const arrowed = [
    { keys: withKeys(''), label: words.move, run: arrow },
    { keys: withKeys('Alt+'), label: words.resize, run: size },
  ];
  const drawing = [
    { keys: ['n'], label: words.repeatTool, run: () => act.repeatTool(editor) },
    { keys: ['Delete', 'Backspace', 'x'], label: words.remove, run: () => act.removeSelected(editor) },
    { keys: ['Ctrl+d'], label: words.duplicate, run: () => act.duplicate(editor) },
    { keys: ['Ctrl+c'], label: words.copyThem, run: () => act.copy(editor) },
    { keys: ['Ctrl+v'], label: words.paste, run: () => act.paste(editor, known) },
    { keys: ['Shift+l'], label: words.lockSelected, run: () => act.lockOrUnlock(editor) },
    { keys: ['Shift+d'], label: words.suggest, run: moves.suggest },
    ...(moves.sayEmpty ? [{ keys: ['Shift+n'], label: text.nothingHere, run: moves.sayEmpty }] : []),
    { keys: ['Ctrl+z', 'z'], label: text.undo, run: moves.undo },
    { keys: ['Ctrl+Shift+z', 'Ctrl+y'], label: text.redo, run: moves.redo },
    { keys: ['Ctrl+s'], label: words.saveNow, run: moves.save, anywhere: true },
  ];
  const relabelOpen = (id: string) => editor.state.get().drawing && act.relabel(editor, id);
  const classes = classCommands(tags, classKeys, relabelOpen, text);
  const tools = [...editor.tools.values()].map((each) => ({
    keys: [each.key],
    label: each.label(text),
    run: () => editor.selectTool(each.id),
  }));
  const ofParts = moves.parts.flatMap((part) => commandsOf(editor, part.keys));
  const { mayEdit } = editor;
  const ready = (commands: readonly KeyCommand[]) => commands.map((each) => whenOpen(editor, each));
  const byKey = mayEdit ? [...arrowed, ...ofParts] : [];
  const byName = mayEdit ? [...drawing, ...looking, ...tools] : looking;
  useKeys(text.onThisPage, [...ready(byKey), ...byName.map((each) => ofMenu(editor, each))]);
  useCommands(mayEdit ? classes : [], text.classNames);
  useKeys(
    editor.tools.get(tool)?.label(text) ?? '',
    ready(mayEdit ? commandsOf(editor, editor.tools.get(tool)?.keys) : []),
  );
}

const commandsOf = (editor: Editor, keys: readonly ToolKey[] = []): KeyCommand[] =>
  keys.map((each) => {
    const label = each.label(editor.text);
    const [key = '', ...others] = each.keys;
    return {
      ...{ keys: each.keys, label, run: (event) => each.run(editor, event.key) },
      ...(others.length === 0 && { entry: { label, run: () => each.run(editor, key) } }),
    };
  });

/** Fingers have no keys: what needs none is in the command menu too. */
const ofMenu = (editor: Editor, command: KeyCommand & Found): KeyCommand => ({
  ...whenOpen(editor, command),
  entry: { label: command.label, run: () => editor.state.get().drawing && command.run() },
});

/** Ignores the command while no image is open. */
const whenOpen = (editor: Editor, command: KeyCommand): KeyCommand => ({
  ...command,
  run: (event) => {
    if (editor.state.get().drawing) command.run(event);
  },
});
