import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import type { ImageList } from '../../../data/images/image-list.ts';
import type { Layout } from '../timeline-layout.ts';

/** Finds images by their position in the whole timeline. */
export class Places {
  readonly #layout: Layout;
  readonly #lists: ReadonlyMap<string, ImageList>;

  constructor(layout: Layout, lists: ReadonlyMap<string, ImageList>) {
    this.#layout = layout;
    this.#lists = lists;
  }

  readonly at = (at: number): ListedImage | undefined => {
    const section = this.#layout.sections.find(({ first, count }) => at >= first && at < first + count);
    return section && this.#lists.get(section.id)?.at(at - section.first);
  };

  readonly idAt = (at: number): string | null => this.at(at)?.id ?? null;

  /** Undefined if the image is not loaded. */
  readonly placeOf = (id: string): number | undefined => {
    for (const { id: group, first } of this.#layout.sections) {
      const place = this.#lists.get(group)?.placeOf(id);
      if (place !== undefined) return first + place;
    }
    return undefined;
  };
}
