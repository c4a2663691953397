/** Draws a box from corner to corner, by dragging or by two clicks. Enter places one in the middle of the visible part. */
import { addAnnotations } from './commands.ts';
import { newId } from './drawing.ts';
import { type Box, between, type Point, toShares } from './geometry.ts';
import { ATTRACTION, snapCorner } from './snapping.ts';
import type { Tool, ToolHost, ToolPointer } from './tool.ts';
import { toImage } from './viewport.ts';

/** Pixels. A box with a shorter side is not drawn. */
export const MIN_SIDE = 2;
/** Pixels. For a box with a shorter side, a message says that training may ignore it. */
const SMALL_SIDE = 8;
/** CSS pixels that the pointer may move during a click. */
const SLIP = 4;

export class BoxTool implements Tool {
  readonly id = 'box';
  readonly key = 'Shift+b';
  readonly draws = true;
  readonly keys = [
    {
      keys: ['Enter'],
      label: ({ editor }: ToolHost['text']) => editor.placeBox,
      run: (host: ToolHost) => placeInMiddle(host),
    },
  ];
  #start: { corner: Point; screen: Point } | null = null;

  readonly label = ({ editor }: ToolHost['text']): string => editor.box;

  cursor(): string {
    return 'crosshair';
  }

  pointerDown(at: ToolPointer, host: ToolHost): void {
    if (this.#start) {
      this.#finish(at, host);
      return;
    }
    this.#start = { corner: snapped(at, host), screen: at.screen };
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const at = moves.at(-1);
    if (!this.#start || !at) return;
    host.draft({ boxes: new Map([['', between(this.#start.corner, snapped(at, host))]]) });
  }

  pointerUp(at: ToolPointer, host: ToolHost): void {
    if (!this.#start) return;
    const slip = Math.max(
      Math.abs(at.screen.x - this.#start.screen.x),
      Math.abs(at.screen.y - this.#start.screen.y),
    );
    // After a click, the second click sets the other corner. Only with a mouse: a finger or pen hides what it points at.
    if (slip <= SLIP && at.type === 'mouse') return;
    this.#finish(at, host);
  }

  cancel(host: ToolHost): boolean {
    const wasDrawing = this.#start !== null;
    this.#start = null;
    host.draft(null);
    return wasDrawing;
  }

  #finish(at: ToolPointer, host: ToolHost): void {
    const start = this.#start;
    if (!start) return;
    this.#start = null;
    host.draft(null);
    addBox(between(start.corner, snapped(at, host)), host);
  }
}

const snapped = (at: Point, { drawing, view }: ToolHost): Point =>
  snapCorner(at, drawing.size, ATTRACTION / Math.max(1, view.scale));

function addBox(box: Box, host: ToolHost): void {
  const { editor } = host.text;
  if (host.tag === null) {
    host.say(editor.needsClass);
    return;
  }
  if (Math.min(box.w, box.h) < MIN_SIDE) {
    host.say(editor.tooSmall(MIN_SIDE));
    return;
  }
  const annotation = {
    ...toShares(box, host.drawing.size),
    id: newId(),
    type: 'rect' as const,
    tag: host.tag,
    labeled: 'manual' as const,
  };
  host.run(addAnnotations(editor.drewBox, [annotation]));
  if (Math.min(box.w, box.h) < SMALL_SIDE) host.say(editor.smallBox(SMALL_SIDE));
}

/** Adds a box with a quarter of the width and height of the visible part. */
function placeInMiddle(host: ToolHost): void {
  const { width, height } = host.drawing.size;
  const from = toImage(host.view, { x: 0, y: 0 });
  const to = toImage(host.view, { x: host.screen.width, y: host.screen.height });
  const visible = between(
    { x: Math.max(0, from.x), y: Math.max(0, from.y) },
    { x: Math.min(width, to.x), y: Math.min(height, to.y) },
  );
  const w = Math.max(MIN_SIDE, Math.round(visible.w / 4));
  const h = Math.max(MIN_SIDE, Math.round(visible.h / 4));
  const box = {
    x: Math.round(visible.x + (visible.w - w) / 2),
    y: Math.round(visible.y + (visible.h - h) / 2),
    w,
    h,
  };
  addBox(box, host);
}
