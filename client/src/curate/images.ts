import { ImagesCalls } from '../calls.ts';
import type { JobOptions, KeyedOptions } from '../group.ts';
import type { ImageChange, ImageOutcome, Selection, SelectionChange, SelectionUndo } from './records.ts';

export class Images extends ImagesCalls {
  /**
   * Reviews up to 500 images. All attempts share one request id, so each change is made once.
   * @returns one outcome for each change, in the same order
   */
  async change(changes: readonly ImageChange[], options?: KeyedOptions): Promise<ImageOutcome[]> {
    const sent = { json: { changes: [...changes] }, isKeyed: true };
    return (await this.ask<{ images: ImageOutcome[] }>('PATCH', ['images'], sent, options)).images;
  }

  /** Makes one change of all images that a filter has shown; what has come later is not touched. The same key finds it again. */
  async changeAll(
    select: Selection,
    change: Omit<ImageChange, 'image' | 'seen'>,
    options?: JobOptions,
  ): Promise<SelectionChange> {
    return (await this.askChangeImages({ select, change }, options)) as SelectionChange;
  }

  /** Takes such a change back, of images that nobody has changed since. */
  async undo(change: string, options?: JobOptions): Promise<SelectionUndo> {
    return (await this.askChangeImages({ undo: change }, options)) as SelectionUndo;
  }
}
