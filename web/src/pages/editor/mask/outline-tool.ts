/** Paints an area: polygon by its corners, lasso along the pointer. With Alt, the area is erased. */
import type { Point } from '../model/geometry.ts';
import type { Tool, ToolHost, ToolKey, ToolPointer } from '../model/tool.ts';
import { toScreen } from '../model/viewport.ts';
import type { MaskDesk } from './desk.ts';
import { cross, outline } from './paint/cursor.ts';
import { fillPolygon } from './paint/polygon.ts';
import { cursorKeys, sharedKeys } from './shared-keys.ts';

/** CSS pixels around the first corner where a click closes the polygon. */
const REACH = 12;

export class OutlineTool implements Tool {
  readonly id: 'polygon' | 'lasso';
  readonly key: string;
  readonly draws = true;
  readonly keys: readonly ToolKey[];
  readonly #desk: MaskDesk;
  #corners: Point[] = [];
  /** Whether the lasso follows the arrow keys. */
  #isFollowing = false;

  constructor(desk: MaskDesk, id: 'polygon' | 'lasso') {
    this.#desk = desk;
    this.id = id;
    this.key = id === 'polygon' ? 'Shift+y' : 'Shift+a';
    this.keys = [
      { keys: ['Space'], label: ({ masks }) => masks.cornerHere, run: (host) => this.#cornerAtCursor(host) },
      { keys: ['Enter'], label: ({ masks }) => masks.closeArea, run: (host) => this.#close(host, true) },
      {
        keys: ['Alt+Enter'],
        label: ({ masks }) => masks.closeErasing,
        run: (host) => this.#close(host, false),
      },
      { keys: ['Backspace'], label: ({ masks }) => masks.cornerBack, run: (host) => this.#back(host) },
      ...cursorKeys(desk, (host) => this.#follow(host)),
      ...sharedKeys(desk),
    ];
  }

  readonly label = ({ masks }: ToolHost['text']): string => masks[this.id];

  cursor(): string {
    return 'crosshair';
  }

  pointerDown(at: ToolPointer, host: ToolHost): void {
    this.#desk.pointAt(at, host);
    if (this.#desk.picks(at, host) || !host.mayEdit || this.#desk.tagFor(host) === null) return;
    if (this.id === 'lasso') this.#corners = [];
    if (this.#isAtFirst(at, host)) this.#close(host, !at.alt);
    else this.#add(at, host);
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const last = moves.at(-1);
    if (!last) return;
    this.#desk.pointAt(last, host);
    if (this.id === 'lasso' && last.buttons !== 0 && this.#corners.length > 0)
      for (const at of moves) this.#add(at, host);
  }

  pointerUp(at: ToolPointer, host: ToolHost): void {
    if (this.id === 'lasso' && this.#corners.length > 0) this.#close(host, !at.alt);
  }

  cancel(host: ToolHost): boolean {
    const wasDrawing = this.#corners.length > 0;
    this.#corners = [];
    this.#isFollowing = false;
    host.repaint();
    return wasDrawing;
  }

  paint(context: CanvasRenderingContext2D, host: ToolHost): void {
    const { cursor, isKeyboard } = this.#desk;
    const at = cursor && toScreen(host.view, cursor);
    const corners = this.#corners.map((corner) => toScreen(host.view, corner));
    outline(context, corners, at);
    if (at && isKeyboard) cross(context, at, 8);
  }

  #isAtFirst(at: ToolPointer, { view }: ToolHost): boolean {
    const [first] = this.#corners;
    if (!first || this.#corners.length < 3) return false;
    const { x, y } = toScreen(view, first);
    return Math.hypot(x - at.screen.x, y - at.screen.y) <= REACH;
  }

  #add({ x, y }: Point, host: ToolHost): void {
    this.#corners.push({ x, y });
    host.repaint();
  }

  #cornerAtCursor(host: ToolHost): void {
    this.#add(this.#desk.moveCursor(host, { x: 0, y: 0 }), host);
    this.#isFollowing = true;
    host.say(host.text.masks.corners(this.#corners.length));
  }

  #follow(host: ToolHost): void {
    if (this.id === 'lasso' && this.#isFollowing) this.#add(this.#desk.cursorOf(host), host);
  }

  #back(host: ToolHost): void {
    this.#corners.pop();
    host.say(host.text.masks.corners(this.#corners.length));
    host.repaint();
  }

  #close(host: ToolHost, paints: boolean): void {
    const corners = this.#corners;
    this.cancel(host);
    const { masks } = host.text;
    if (corners.length < 3) {
      host.say(masks.needsCorners);
      return;
    }
    const desk = this.#desk;
    const layer = paints ? desk.maskToPaint(host) : desk.maskToChange(host, corners[0]);
    if (!layer) return;
    desk.apply(host, layer, paints ? masks.filledArea : masks.erasedArea, (edit) =>
      fillPolygon(corners, host.drawing.size.height, (y, from, to) => edit.span(y, from, to, paints)),
    );
  }
}
