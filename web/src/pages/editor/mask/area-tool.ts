/** Flood paints the area of one colour, or erases it with Alt. Fill paints a hole of the mask. */
import type { Point } from '../model/geometry.ts';
import type { Tool, ToolHost, ToolKey, ToolPointer } from '../model/tool.ts';
import { toScreen } from '../model/viewport.ts';
import type { MaskDesk } from './desk.ts';
import { cross } from './paint/cursor.ts';
import { cursorKeys, LESS, MORE, sharedKeys } from './shared-keys.ts';

export class AreaTool implements Tool {
  readonly id: 'flood' | 'fill';
  readonly key: string;
  readonly draws = true;
  readonly keys: readonly ToolKey[];
  readonly #desk: MaskDesk;

  constructor(desk: MaskDesk, id: 'flood' | 'fill') {
    this.#desk = desk;
    this.id = id;
    this.key = id === 'flood' ? 'Shift+w' : 'Shift+g';
    const tolerance: ToolKey[] = [
      { keys: LESS, label: ({ masks }) => masks.lessTolerance, run: (host) => this.#tolerate(-1, host) },
      { keys: MORE, label: ({ masks }) => masks.moreTolerance, run: (host) => this.#tolerate(1, host) },
      {
        keys: ['Alt+Enter'],
        label: ({ masks }) => masks.floodErasing,
        run: (host) => this.#atCursor(host, false),
      },
    ];
    this.keys = [
      {
        keys: ['Space', 'Enter'],
        label: ({ masks }) => masks[id === 'flood' ? 'floodHere' : 'fillHere'],
        run: (host) => this.#atCursor(host, true),
      },
      ...(id === 'flood' ? tolerance : []),
      ...cursorKeys(desk, () => {}),
      ...sharedKeys(desk),
    ];
  }

  readonly label = ({ masks }: ToolHost['text']): string => masks[this.id];

  cursor(): string {
    return 'crosshair';
  }

  pointerDown(at: ToolPointer, host: ToolHost): void {
    this.#desk.pointAt(at, host);
    if (!this.#desk.picks(at, host)) this.#at(at, host, !at.alt);
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const last = moves.at(-1);
    if (last) this.#desk.pointAt(last, host);
  }

  pointerUp(): void {}

  cancel(): boolean {
    return false;
  }

  wheel({ deltaY, alt }: { deltaY: number; alt: boolean }, host: ToolHost): boolean {
    if (alt && deltaY !== 0 && this.id === 'flood') this.#tolerate(deltaY < 0 ? 1 : -1, host);
    return alt;
  }

  paint(context: CanvasRenderingContext2D, host: ToolHost): void {
    const { cursor, isKeyboard } = this.#desk;
    if (cursor && isKeyboard) cross(context, toScreen(host.view, cursor), 8);
  }

  #tolerate(way: 1 | -1, host: ToolHost): void {
    this.#desk.tolerate(way);
    host.say(host.text.masks.toleranceIs(this.#desk.settings.get().tolerance));
  }

  #atCursor(host: ToolHost, paints: boolean): void {
    this.#at(this.#desk.moveCursor(host, { x: 0, y: 0 }), host, paints);
  }

  #at(at: Point, host: ToolHost, paints: boolean): void {
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)];
    const { width, height } = host.drawing.size;
    if (!host.mayEdit || x < 0 || y < 0 || x >= width || y >= height) return;
    if (this.id === 'flood') this.#flood(x, y, host, paints);
    else this.#fill(x, y, host);
  }

  #flood(x: number, y: number, host: ToolHost, paints: boolean): void {
    const desk = this.#desk;
    const layer = paints ? desk.maskToPaint(host) : desk.maskToChange(host, { x, y });
    if (!layer) return;
    const { masks } = host.text;
    void desk.ask(
      host,
      () => desk.floodFrom(x, y, host),
      (area) =>
        desk.apply(host, layer, paints ? masks.flooded : masks.erasedArea, (edit) =>
          edit.combine(area, paints),
        ),
    );
  }

  #fill(x: number, y: number, host: ToolHost): void {
    const desk = this.#desk;
    const layer = desk.maskToChange(host, { x, y });
    if (!layer) return;
    const { masks } = host.text;
    void desk.ask(
      host,
      () => desk.worker.work('hole', { mask: layer.bitmap, x, y }),
      (hole) => {
        if (!hole) return host.say(masks.notEnclosed);
        desk.apply(host, layer, masks.filledHoles, (edit) => edit.combine(hole, true));
      },
    );
  }
}
