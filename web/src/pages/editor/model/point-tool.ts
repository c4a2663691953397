/** Sets a point with a click. Enter sets one in the middle of the visible part. */
import { addAnnotations } from './commands.ts';
import { newId } from './drawing.ts';
import { type Point, toShares } from './geometry.ts';
import { snapPoint } from './snapping.ts';
import type { Tool, ToolHost, ToolPointer } from './tool.ts';
import { toImage } from './viewport.ts';

export class PointTool implements Tool {
  readonly id = 'point';
  readonly key = 'Shift+p';
  readonly draws = true;
  readonly keys = [
    {
      keys: ['Enter'],
      label: ({ editor }: ToolHost['text']) => editor.placePoint,
      run: (host: ToolHost) =>
        addPoint(toImage(host.view, { x: host.screen.width / 2, y: host.screen.height / 2 }), host),
    },
  ];
  #isDown = false;

  readonly label = ({ editor }: ToolHost['text']): string => editor.point;

  cursor(): string {
    return 'crosshair';
  }

  pointerDown(): void {
    this.#isDown = true;
  }

  pointerMove(moves: readonly ToolPointer[], host: ToolHost): void {
    const at = moves.at(-1);
    if (this.#isDown && at) host.draft({ boxes: new Map([['', { ...snapped(at, host), w: 0, h: 0 }]]) });
  }

  pointerUp(at: ToolPointer, host: ToolHost): void {
    if (!this.cancel(host)) return;
    addPoint(at, host);
  }

  cancel(host: ToolHost): boolean {
    const wasDown = this.#isDown;
    this.#isDown = false;
    host.draft(null);
    return wasDown;
  }
}

const snapped = (at: Point, { drawing }: ToolHost): Point => snapPoint(at, drawing.size);

function addPoint(at: Point, host: ToolHost): void {
  const { editor } = host.text;
  if (host.tag === null) {
    host.say(editor.needsClass);
    return;
  }
  const annotation = {
    ...toShares({ ...snapped(at, host), w: 0, h: 0 }, host.drawing.size),
    id: newId(),
    type: 'point' as const,
    tag: host.tag,
    labeled: 'manual' as const,
  };
  host.run(addAnnotations(editor.drewPoint, [annotation]));
}
