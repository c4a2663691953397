/** What the mask tools share: settings, the current stroke, the cursor, and the worker. Without React. */
import { Store } from '../../../data/live/store.ts';
import type { Point } from '../model/geometry.ts';
import type { ToolHost } from '../model/tool.ts';
import { toImage, toScreen } from '../model/viewport.ts';
import { changeMask, maskOf } from './commands.ts';
import type { Bitmap } from './paint/bitmap.ts';
import { MaskEdit } from './paint/edit.ts';
import { MaskWorker } from './paint/jobs.ts';

/** Shared by all images and editors: starting a worker takes longer than most of its jobs. */
const worker = new MaskWorker();

export interface MaskSettings {
  /** Diameter of the brush in pixels of the picture. */
  size: number;
  /** How much each channel may differ from the pixel where the flood starts, 0 to 255. */
  tolerance: number;
  /** 0.1 to 1 */
  opacity: number;
  /** Tags whose masks are not shown. */
  hidden: ReadonlySet<string>;
  /** Number of jobs that the worker has not finished. */
  busy: number;
}

export const MAX_SIZE = 1_000;

const DEFAULTS: MaskSettings = { size: 24, tolerance: 24, opacity: 0.5, hidden: new Set(), busy: 0 };

export class MaskDesk {
  readonly settings = new Store<MaskSettings>(DEFAULTS);
  readonly worker = worker;
  /** The current stroke: its pixels are visible, but not in the drawing yet. */
  stroke: { tag: string; edit: MaskEdit } | null = null;
  /** Position of the pointer or of the keyboard's cursor. */
  cursor: Point | null = null;
  isKeyboard = false;
  readonly #linkOf: (image: string) => Promise<string>;

  /** @param linkOf returns a link to the original of an image */
  constructor(linkOf: (image: string) => Promise<string>) {
    this.#linkOf = linkOf;
  }

  /** Called when the image is closed. In the next one, the cursor starts in the middle. */
  reset(): void {
    this.stroke = null;
    this.cursor = null;
    this.isKeyboard = false;
  }

  /** The area of one colour around a pixel of the image. */
  async floodFrom(x: number, y: number, { drawing }: ToolHost): Promise<Bitmap> {
    const { tolerance } = this.settings.get();
    return this.worker.work('flood', { url: await this.#linkOf(drawing.image), x, y, tolerance });
  }

  change(next: Partial<MaskSettings>): void {
    this.settings.set({ ...this.settings.get(), ...next });
  }

  resize(way: 1 | -1): void {
    const { size } = this.settings.get();
    const step = Math.max(1, Math.round(size * 0.15));
    this.change({ size: Math.min(MAX_SIZE, Math.max(1, size + way * step)) });
  }

  tolerate(way: 1 | -1): void {
    const { tolerance } = this.settings.get();
    this.change({ tolerance: Math.min(255, Math.max(0, tolerance + way * 2)) });
  }

  fade(way: 1 | -1): void {
    const opacity = Math.round(this.settings.get().opacity * 10 + way) / 10;
    this.change({ opacity: Math.min(1, Math.max(0.1, opacity)) });
  }

  showOrHide(tag: string): void {
    const hidden = new Set(this.settings.get().hidden);
    if (!hidden.delete(tag)) hidden.add(tag);
    this.change({ hidden });
  }

  /** The class to paint; its mask is shown if it was hidden. Null if nothing can be painted: a message says why. */
  tagFor(host: ToolHost): string | null {
    const { editor, masks } = host.text;
    if (host.drawing.masks === null) host.say(masks.reading);
    else if (host.tag === null) host.say(editor.needsClass);
    else {
      if (this.settings.get().hidden.has(host.tag)) this.showOrHide(host.tag);
      return host.tag;
    }
    return null;
  }

  /** Edits the mask of the class, as one step of the history. @returns whether anything has changed */
  apply(host: ToolHost, label: string, paint: (edit: MaskEdit) => void, joins?: string): boolean {
    const tag = this.tagFor(host);
    if (tag === null) return false;
    const edit = new MaskEdit(maskOf(host.drawing, tag));
    paint(edit);
    const command = changeMask(label, tag, edit, joins);
    if (command) host.run(command);
    return command !== null;
  }

  /** Runs a job of the worker, and shows an error if it fails. The result is ignored if another image is open by then. */
  async ask<Output>(
    host: ToolHost,
    work: () => Promise<Output>,
    then: (output: Output) => void,
  ): Promise<void> {
    const { image } = host.drawing;
    this.change({ busy: this.settings.get().busy + 1 });
    try {
      const output = await work();
      if (host.drawing?.image === image) then(output);
    } catch (error) {
      host.say(host.text.notDone((error as Error).message));
    } finally {
      this.change({ busy: this.settings.get().busy - 1 });
    }
  }

  /** The mask of the class to paint. Null if nothing is painted yet: a message says so. */
  maskIn(host: ToolHost): Bitmap | null {
    const tag = this.tagFor(host);
    const mask = tag === null ? null : maskOf(host.drawing, tag);
    if (mask?.tiles.size === 0) host.say(host.text.masks.nothingPainted);
    return mask && mask.tiles.size > 0 ? mask : null;
  }

  /** Position of the keyboard's cursor. It starts in the middle of the visible part. */
  cursorOf({ drawing, view, screen }: ToolHost): Point {
    if (this.cursor) return this.cursor;
    const { width, height } = drawing.size;
    const middle = toImage(view, { x: screen.width / 2, y: screen.height / 2 });
    // Rounding may put the middle of a whole image just below the edge of a pixel.
    this.cursor = centreOf({ x: middle.x + 0.01, y: middle.y + 0.01 }, width, height);
    return this.cursor;
  }

  moveCursor(host: ToolHost, by: Point): Point {
    const { width, height } = host.drawing.size;
    const before = this.cursorOf(host);
    // The first key only shows where the cursor is.
    const next = this.isKeyboard ? { x: before.x + by.x, y: before.y + by.y } : before;
    this.isKeyboard = true;
    this.cursor = centreOf(next, width, height);
    const { x, y } = toScreen(host.view, this.cursor);
    if (x < 0 || y < 0 || x > host.screen.width || y > host.screen.height)
      host.setView({
        ...host.view,
        x: host.view.x + host.screen.width / 2 - x,
        y: host.view.y + host.screen.height / 2 - y,
      });
    host.say(host.text.masks.cursorAt(Math.floor(this.cursor.x), Math.floor(this.cursor.y)));
    host.repaint();
    return this.cursor;
  }

  pointAt(at: Point, host: ToolHost): void {
    this.cursor = { x: at.x, y: at.y };
    this.isKeyboard = false;
    host.repaint();
  }
}

const centreOf = ({ x, y }: Point, width: number, height: number): Point => ({
  x: Math.min(width - 1, Math.max(0, Math.floor(x))) + 0.5,
  y: Math.min(height - 1, Math.max(0, Math.floor(y))) + 0.5,
});
