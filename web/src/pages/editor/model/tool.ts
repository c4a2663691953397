/** What a tool is, and what the editor gives it. Tools know nothing of React, Konva or the service. */
import type { Texts } from '../../../text/en.ts';
import type { Drawing } from './drawing.ts';
import type { Box, Point, Size } from './geometry.ts';
import type { Command } from './history.ts';
import type { Viewport } from './viewport.ts';

/** A pointer over the picture. */
export interface ToolPointer extends Point {
  // `x` and `y` are pixels of the upright image, with fractions; they may lie outside of it.
  /** In CSS pixels from the canvas's top left corner. */
  readonly screen: Point;
  readonly type: 'mouse' | 'pen' | 'touch';
  /** As `PointerEvent.buttons` after this event. */
  readonly buttons: number;
  readonly shift: boolean;
  /** Ctrl, or the Mac's command key. */
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** What a tool shows while it is at work, before there is a command. */
export interface Draft {
  /** Boxes as they would be, by annotation; `''` is one that does not exist yet. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** A frame that selects. */
  readonly frame?: Box;
}

/** The editor as tools see it. Reading is always of the present. */
export interface ToolHost {
  readonly drawing: Drawing;
  readonly view: Viewport;
  /** Of the canvas, in CSS pixels. */
  readonly screen: Size;
  readonly text: Texts;
  /** Viewers only look. */
  readonly mayEdit: boolean;
  /** Class of what is drawn next; null while the dataset has none. */
  readonly tag: string | null;
  readonly selection: ReadonlySet<string>;
  /** Annotations that are not shown, and those that cannot be changed. */
  readonly hidden: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  /** Applies a command and puts it into the history. */
  run(command: Command): void;
  select(ids: Iterable<string>): void;
  /** Shows what would be; null takes it away. Only the layer on top is painted again. */
  draft(draft: Draft | null): void;
  /** Paints again what `Tool.paint` draws. */
  repaint(): void;
  /** Paints again what `EditorPart.paint` draws: for strokes that are still under way. */
  repaintParts(): void;
  /** Says something to everybody, also to screen readers: `Smaller than 4 pixels`. */
  say(message: string): void;
  /** Back to the select tool. */
  leave(): void;
  /** Another part or size of the picture. */
  look(view: Viewport): void;
}

export interface ToolKey {
  /** As `useKeys` takes them. */
  readonly keys: readonly string[];
  readonly label: (text: Texts) => string;
  /** @param key as `KeyboardEvent.key` has it: which of several was pressed */
  readonly run: (host: ToolHost, key: string) => void;
}

/** One tool. The object lives as long as the page; what it remembers of a stroke, it drops in `cancel`. */
export interface Tool {
  readonly id: string;
  readonly label: (text: Texts) => string;
  /** The key that takes it up. */
  readonly key: string;
  /** What draws (and is repeated by N), as opposed to what selects or moves. */
  readonly draws: boolean;
  /** A CSS cursor. @param at null while the pointer is elsewhere */
  cursor(host: ToolHost, at: ToolPointer | null): string;
  /** Whether a finger there has something to take hold of; if not, it moves the picture. Without it: always. */
  grips?(at: ToolPointer, host: ToolHost): boolean;
  pointerDown(at: ToolPointer, host: ToolHost): void;
  /** Also while no button is held. All points since the last event, so that fast strokes have no gaps. */
  pointerMove(at: readonly ToolPointer[], host: ToolHost): void;
  pointerUp(at: ToolPointer, host: ToolHost): void;
  /** Esc, a second finger, another tool, another image. @returns whether something was given up */
  cancel(host: ToolHost): boolean;
  /** @returns whether the tool used it; else the wheel zooms. Only while Alt is held, or as the tool likes */
  wheel?(event: { deltaY: number; ctrl: boolean; alt: boolean; shift: boolean }, host: ToolHost): boolean;
  /** Work while it is the tool in hand. */
  readonly keys?: readonly ToolKey[];
  /** On top of everything, in CSS pixels of the canvas: outlines, a brush's circle. */
  paint?(context: CanvasRenderingContext2D, host: ToolHost): void;
}
