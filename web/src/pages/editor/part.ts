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
   * @throws SightlineError; 409: the image has another revision
   */
  save?(image: ListedImage, stored: Drawing, drawing: Drawing, seen: number): Promise<number>;
  /** Lets go of what belongs to the image that is left. */
  close?(): void;
}
