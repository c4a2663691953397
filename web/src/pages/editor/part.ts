/** Parts plug into the editor: boxes and points are one part, masks another. */
import type { ComponentType } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { ClassLooks } from './canvas/scene-painter.ts';
import type { Drawing } from './model/drawing.ts';
import type { Tool, ToolHost, ToolKey } from './model/tool.ts';

export interface PartProps {
  host: ToolHost;
  image: ListedImage;
  drawing: Drawing;
  /** Id of the active tool. */
  tool: string;
  mayEdit: boolean;
  looks: ClassLooks;
}

/** Unsaved changes that this browser has kept. The person restores or discards them. */
export interface KeptPart {
  /** Unix milliseconds. */
  at: number;
  /** Adds a step that can be undone. */
  restore(host: ToolHost): void;
  discard(): void;
}

/** Two people have changed the same thing. The part asks which version to keep, and then changes the drawing. */
export class ContestedError extends Error {
  override name = 'ContestedError';
}

export interface EditorPart {
  readonly tools: readonly Tool[];
  /** Keys that work with each tool, for those who may edit. */
  readonly keys?: readonly ToolKey[];
  /**
   * Paints between the picture and the boxes, in pixels of the image (the context is already scaled and moved). Called after
   * each change of the drawing or the view, and by `ToolHost.repaintParts`.
   */
  paint?(context: CanvasRenderingContext2D, host: ToolHost, looks: ClassLooks): void;
  /** Shown beside the picture, below the list of annotations. */
  readonly Panel?: ComponentType<PartProps>;
  /** Reads what this part needs of an image that was opened. @throws SightlineError; the editor shows it and tries again */
  load?(image: ListedImage, drawing: Drawing): Promise<Drawing>;
  /** Whether this part of a drawing differs from what is stored. */
  isChanged?(stored: Drawing, drawing: Drawing): boolean;
  /**
   * Saves this part of a drawing. Safe to repeat.
   * @param seen the image's revision, after what has been saved before, such as annotations
   * @returns the new revision
   * @throws SightlineError, with status 409 if the image has another revision; ContestedError
   */
  save?(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number>;
  /** Keeps unsaved changes in this browser. @param drawing null if everything is saved: what was kept is removed */
  keep?(stored: Drawing, drawing: Drawing | null): void;
  /** Unsaved changes of a tab that was closed; null if the drawing contains them. Called after `load`. */
  kept?(drawing: Drawing): KeptPart | null;
  /** Called when an image is closed: frees what belongs to it. */
  close?(): void;
}
