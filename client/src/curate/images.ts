import { ImagesCalls } from '../calls.ts';
import type { KeyedOptions } from '../group.ts';
import type { StepOptions } from '../steps.ts';
import type { ImageChange, ImageOutcome, Selection, SelectionChange, SelectionUndo } from './records.ts';

export class Images extends ImagesCalls {
  /**
   * Reviews up to 500 images. All attempts share one request id, so each change is made once.
   * @returns one outcome for each change, in the same order
   */
  async change(changes: readonly ImageChange[], options?: KeyedOptions): Promise<ImageOutcome[]> {
    const told = await this.askChangeImages({ changes: [...changes] }, options);
    return (told as { images: ImageOutcome[] }).images;
  }

  /**
   * Makes one change of all images that a filter has shown, in steps; what has come later is not touched. With the same key it
   * goes on where it was interrupted.
   */
  changeAll(
    select: Selection,
    change: Omit<ImageChange, 'image' | 'seen'>,
    options?: StepOptions<SelectionChange> & KeyedOptions,
  ): Promise<SelectionChange> {
    const sent = { json: { select, change }, isKeyed: true, isLong: true };
    return this.steps<SelectionChange>('PATCH', ['images'], sent, options);
  }

  /** Takes such a change back, in steps: of images that nobody has changed since. */
  undo(change: string, options?: StepOptions<SelectionUndo>): Promise<SelectionUndo> {
    return this.steps<SelectionUndo>('PATCH', ['images'], { json: { undo: change }, isLong: true }, options);
  }
}
