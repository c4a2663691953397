/** Brush and eraser. With Shift, a straight line connects the end of the last stroke. */
import type { Point } from '../model/geometry.ts';
import type { Tool, ToolHost, ToolKey, ToolPointer } from '../model/tool.ts';
import { toScreen } from '../model/viewport.ts';
import type { MaskDesk } from './desk.ts';
import { coverSegment } from './paint/brush.ts';
import { ring } from './paint/cursor.ts';
import { MaskEdit } from './paint/edit.ts';
import { cursorKeys, LESS, MORE, sharedKeys } from './shared-keys.ts';

export class PaintTool implements Tool {
  readonly id: 'brush' | 'eraser';
  readonly key: string;
  readonly draws = true;
  readonly keys: readonly ToolKey[];
  readonly #desk: MaskDesk;
  #last: Point | null = null;
  /** Where the last stroke ended. */
  #end: Point | null = null;
  /** Whether the keyboard's pen is down: moving the cursor paints. */
  #isPenDown = false;

  constructor(desk: MaskDesk, id: 'brush' | 'eraser') {
    this.#desk = desk;
    this.id = id;
    this.key = id === 'brush' ? 'Shift+m' : 'Shift+e';
    this.keys = [
      { keys: ['Space'], label: ({ masks }) => masks.paintHere, run: (host) => this.#stamp(host) },
      { keys: ['Enter'], label: ({ masks }) => masks.penDown, run: (host) => this.#togglePen(host) },
      { keys: LESS, label: ({ masks }) => masks.smaller, run: (host) => this.#resize(-1, host) },
      { keys: MORE, label: ({ masks }) => masks.larger, run: (host) => this.#resize(1, host) },
      ...cursorKeys(desk, (host) => this.#isPenDown && this.#cover(desk.cursorOf(host), host)),
      ...sharedKeys(desk),
    ];
  }

  readonly label = ({ masks }: ToolHost['text']): string => masks[this.id];

  cursor(): string {
    return 'crosshair';
  }

  pointerDown(at: ToolPointer, host: ToolHost): void {
    this.#desk.pointAt(at, host);
    if (this.#desk.picks(at, host) || !this.#begin(at, host)) return;
    if (at.shift && this.#end) this.#last = this.#end;
    this.#cover(at, host);
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const last = moves.at(-1);
    if (!last) return;
    this.#desk.pointAt(last, host);
    if (this.#desk.stroke && !this.#isPenDown) for (const at of moves) this.#cover(at, host);
  }

  pointerUp(at: ToolPointer, host: ToolHost): void {
    if (this.#isPenDown) return;
    if (this.#desk.stroke) this.#cover(at, host);
    this.#finish(host);
  }

  cancel(host: ToolHost): boolean {
    const wasPainting = this.#desk.stroke !== null;
    this.#desk.stroke = null;
    this.#last = null;
    this.#isPenDown = false;
    if (wasPainting) host.repaintParts();
    return wasPainting;
  }

  wheel({ deltaY, alt }: { deltaY: number; alt: boolean }, host: ToolHost): boolean {
    if (alt && deltaY !== 0) this.#resize(deltaY < 0 ? 1 : -1, host);
    return alt;
  }

  paint(context: CanvasRenderingContext2D, host: ToolHost): void {
    const { cursor, isKeyboard, settings } = this.#desk;
    if (cursor)
      ring(context, toScreen(host.view, cursor), (settings.get().size * host.view.scale) / 2, isKeyboard);
  }

  #resize(way: 1 | -1, host: ToolHost): void {
    this.#desk.resize(way);
    host.say(host.text.masks.sizeIs(this.#desk.settings.get().size));
    host.repaint();
  }

  /** @param at where the stroke begins */
  #begin(at: Point, host: ToolHost): boolean {
    if (!host.mayEdit) return false;
    const desk = this.#desk;
    const layer = this.id === 'brush' ? desk.maskToPaint(host) : desk.maskToChange(host, at);
    if (layer) desk.stroke = { layer, edit: new MaskEdit(layer.bitmap) };
    return layer !== null;
  }

  #cover({ x, y }: Point, host: ToolHost): void {
    const { stroke, settings } = this.#desk;
    if (!stroke) return;
    const from = this.#last ?? { x, y };
    this.#last = { x, y };
    coverSegment(from, this.#last, settings.get().size, (row, start, end) =>
      stroke.edit.span(row, start, end, this.id === 'brush'),
    );
    host.repaintParts();
  }

  #finish(host: ToolHost, joins?: string): void {
    const { stroke } = this.#desk;
    this.#end = this.#last;
    this.#last = null;
    this.#desk.stroke = null;
    if (!stroke) return;
    const { masks } = host.text;
    const label = this.id === 'brush' ? masks.painted : masks.erased;
    this.#desk.finish(host, stroke, label, joins);
    host.repaintParts();
  }

  /** Paints one disc at the cursor. Several in a row are undone together. */
  #stamp(host: ToolHost): void {
    if (this.#isPenDown) return;
    const at = this.#desk.moveCursor(host, { x: 0, y: 0 });
    if (!this.#begin(at, host)) return;
    this.#cover(at, host);
    this.#finish(host, `stamp ${this.id}`);
  }

  #togglePen(host: ToolHost): void {
    const { masks } = host.text;
    if (this.#isPenDown) {
      this.#isPenDown = false;
      this.#finish(host);
      host.say(masks.penIsUp);
      return;
    }
    const at = this.#desk.moveCursor(host, { x: 0, y: 0 });
    if (!this.#begin(at, host)) return;
    this.#isPenDown = true;
    this.#cover(at, host);
    host.say(masks.penIsDown);
  }
}
