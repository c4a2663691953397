/** Passes pointer, wheel, Space and Tab events of the canvas to the editor. */
import type { Editor } from '../model/editor.ts';
import { toPixels } from '../model/geometry.ts';
import type { Gestures, Press } from '../model/gestures.ts';
import { hitsAt, selectBehind } from '../model/select-tool.ts';
import { toImage, wheel, wheelPixels } from '../model/viewport.ts';

type OnPoint = (at: { x: number; y: number } | null) => void;

/** @returns a function that stops it */
export function listenToPointers(
  element: HTMLDivElement,
  editor: Editor,
  gestures: Gestures,
  onPoint: OnPoint,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const press = (event: PointerEvent) => toPress(event, element);
  const isOpen = () => editor.state.get().drawing !== null;
  const show = (event: PointerEvent) => {
    const { screen } = press(event);
    onPoint(toImage(editor.view, screen));
    element.style.cursor = gestures.isPanning ? 'grab' : editor.tool.cursor(editor, gestures.at);
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => element.addEventListener(name, (event) => isOpen() && listener(event), { signal, ...options });
  on('pointerdown', (event) => {
    event.preventDefault();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    gestures.down(press(event));
    show(event);
  });
  on('pointermove', (event) => {
    const all = event.getCoalescedEvents?.() ?? [];
    gestures.move((all.length > 0 ? all : [event]).map(press));
    show(event);
  });
  on('pointerup', (event) => {
    gestures.up(press(event));
    show(event);
  });
  on('pointercancel', (event) => gestures.cancel({ id: event.pointerId }));
  on('pointerleave', () => {
    gestures.leave();
    onPoint(null);
  });
  on('contextmenu', (event) => event.preventDefault());
  on('wheel', (event) => onWheel(event, element, editor), { passive: false });
  on('keydown', (event) => onTab(event, editor, gestures));
  holdSpace(element, gestures, signal);
  return () => leaving.abort();
}

function toPress(event: PointerEvent, element: HTMLElement): Press {
  const { left, top } = element.getBoundingClientRect();
  return {
    id: event.pointerId,
    type: event.pointerType === 'pen' || event.pointerType === 'touch' ? event.pointerType : 'mouse',
    button: event.button,
    buttons: event.buttons,
    screen: { x: event.clientX - left, y: event.clientY - top },
    breadth: Math.max(event.width, event.height),
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  };
}

function onWheel(event: WheelEvent, element: HTMLElement, editor: Editor): void {
  event.preventDefault();
  const { ctrlKey: ctrl, altKey: alt, shiftKey: shift } = event;
  if (editor.tool.wheel?.({ deltaY: wheelPixels(event), ctrl, alt, shift }, editor)) return;
  const { left, top } = element.getBoundingClientRect();
  const at = { x: event.clientX - left, y: event.clientY - top };
  editor.setView(wheel(editor.view, event, at, editor.minScale));
}

/** Tab selects the next annotation behind the selected one. After the last, it moves the focus as usual. */
function onTab(event: KeyboardEvent, editor: Editor, gestures: Gestures): void {
  if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey) return;
  const [selected] = editor.selectedObjects;
  const pointed = gestures.at && hitsAt(gestures.at, editor).length > 1 ? gestures.at : null;
  const at = pointed ?? (selected ? middleOf(toPixels(selected, editor.drawing.size)) : null);
  if (at && selectBehind(at, editor)) event.preventDefault();
}

const middleOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
  x: x + w / 2,
  y: y + h / 2,
});

/** While Space is held, the pointer moves the picture. */
function holdSpace(element: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const hold = (event: KeyboardEvent, isHeld: boolean) => {
    if (event.key !== ' ' || (isHeld && document.activeElement !== element)) return;
    if (isHeld) event.preventDefault();
    gestures.isPanning = isHeld;
    element.style.cursor = isHeld ? 'grab' : '';
  };
  window.addEventListener('keydown', (event) => hold(event, true), { signal });
  window.addEventListener('keyup', (event) => hold(event, false), { signal });
  window.addEventListener('blur', () => Object.assign(gestures, { isPanning: false }), { signal });
}
