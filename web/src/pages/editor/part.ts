/** Parts that plug into the editor: boxes and points are one, masks another. */
import type { ComponentType } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Drawing } from './model/drawing.ts';
import type { Tool, ToolHost } from './model/tool.ts';
import type { ClassLooks } from './scene-painter.ts';

export interface PartProps {
  host: ToolHost;
  image: ListedImage;
  drawing: Drawing;
  /** Id of the tool in hand. */
  tool: string;
  mayEdit: boolean;
  looks: ClassLooks;
}

/** Changes that this browser has kept, to be taken up or dropped. */
export interface KeptPart {
  /** Unix milliseconds. */
  at: number;
  /** As a step that can be undone. */
  restore(host: ToolHost): void;
  discard(): void;
}

/** Two people have changed the same thing: the part asks which one counts, and then changes the drawing. */
export class ContestedError extends Error {
  override name = 'ContestedError';
}

export interface EditorPart {
  readonly tools: readonly Tool[];
  /**
   * Between the picture and the boxes, in pixels of the picture (the context is already scaled and moved). Called after
   * each change of the drawing or the view, and by `ToolHost.repaintParts`.
   */
  paint?(context: CanvasRenderingContext2D, host: ToolHost, looks: ClassLooks): void;
  /** Beside the picture, below the list of annotations. */
  readonly Panel?: ComponentType<PartProps>;
  /** What this part reads of an image that is opened. @throws SightlineError; the editor says it and asks again */
  load?(image: ListedImage, drawing: Drawing): Promise<Drawing>;
  /** Whether a drawing has what the stored one has not. */
  isChanged?(stored: Drawing, drawing: Drawing): boolean;
  /**
   * Makes the stored state that of the drawing. Safe to repeat.
   * @param seen the record's revision after what was saved before, the annotations for example
   * @returns the revision after it
   * @throws SightlineError, 409 where the image has another revision; ContestedError
   */
  save?(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number>;
  /** Keeps in this browser what `drawing` has and the stored one has not; null: all is saved. */
  keep?(stored: Drawing, drawing: Drawing | null): void;
  /** What a tab that was closed has left behind. Only after `load`; null where the drawing has it. */
  kept?(drawing: Drawing): KeptPart | null;
  /** Lets go of what belongs to the image that is left. */
  close?(): void;
}
