import type { Classes } from '../../../../packages/formats/src/write/export-source.ts';
import type { TrainingSet } from '../../../../packages/records/src/lists.ts';
import { type PerSet, perSet } from '../../../../packages/records/src/per-set.ts';
import { LABELS, type LabelCounts } from '../../../../packages/records/src/version-counts.ts';
import { isSuggested } from '../../common/images/list-fields.ts';
import type { ImageRecord } from '../../common/model.ts';
import { Column, Dictionary } from '../split/columns.ts';

type Labelled = Pick<ImageRecord, 'tag' | 'tags' | 'checked' | 'suggested'>;

/** Who has labelled the images, and what is in them, until the split says in which set they are: a few bytes an image. */
export class LabelTally {
  readonly #classes: Classes;
  readonly #label = new Column(1);
  /** Of each image: the number of its tags, then the number of each tag and of its objects. */
  readonly #objects = new Column(4);
  readonly #tags = new Dictionary<string>();

  constructor(classes: Classes) {
    this.#classes = classes;
  }

  /** @param masks tags of the masks in the version */
  add(image: Labelled, masks: readonly string[]): void {
    this.#label.push(LABELS.indexOf(this.#labelOf(image, masks)));
    const objects = objectsOf(image, masks);
    this.#objects.push(objects.size);
    for (const [tag, count] of objects) {
      this.#objects.push(this.#tags.numberOf(tag, () => tag));
      this.#objects.push(count);
    }
  }

  #labelOf(image: Labelled, masks: readonly string[]): keyof LabelCounts {
    const { tag, tags, checked } = image;
    if (tag === null && tags.length + masks.length === 0) return checked ? 'empty' : 'unchecked';
    const isClass = (each: string | null) => this.#classes.of(each) !== undefined;
    const known = tags.filter((each) => isClass(each.tag));
    if (known.some(({ labeled }) => labeled === 'inference')) return 'inference';
    if (isSuggested(image) && isClass(tag)) return 'inference';
    return known.length > 0 || isClass(tag) || masks.some(isClass) ? 'manual' : 'unclassed';
  }

  /** @param setOf the set of the image with this number, in the order of adding */
  bySet(setOf: (image: number) => TrainingSet | undefined) {
    const labels = perSet(noLabels);
    const objects = new Map<string, PerSet>();
    for (let image = 0, at = 0; image < this.#label.length; image += 1) {
      const set = setOf(image);
      if (set) labels[set][LABELS[this.#label.at(image)]!] += 1;
      for (let left = this.#objects.at(at++); left > 0; left -= 1) {
        const tag = this.#tags.values[this.#objects.at(at++)]!;
        const count = this.#objects.at(at++);
        const counts = objects.get(tag) ?? perSet(() => 0);
        objects.set(tag, counts);
        if (set) counts[set] += count;
      }
    }
    return { labels, objects };
  }
}

const noLabels = (): LabelCounts => ({ manual: 0, inference: 0, empty: 0, unchecked: 0, unclassed: 0 });

/** By tag. An annotation of type `mask` whose tag has a mask is the box of that mask: one object. */
function objectsOf({ tags }: Labelled, masks: readonly string[]): Map<string, number> {
  const objects = new Map<string, number>();
  const shown = tags.filter(({ type, tag }) => type !== 'mask' || !masks.includes(tag));
  for (const tag of [...shown.map((each) => each.tag), ...masks])
    objects.set(tag, (objects.get(tag) ?? 0) + 1);
  return objects;
}
