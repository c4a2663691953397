import { MAX_BOXES, MAX_BYTES, MIN_EDGE } from '../../../../packages/formats/csv/rows.ts';
import { clampBox, shortEdge } from '../../../../packages/formats/src/write/boxes.ts';
import type { Classes } from '../../../../packages/formats/src/write/export-source.ts';
import { unitBox } from '../../../../packages/formats/src/write/unit-box.ts';
import { isNormalName } from '../../../../packages/records/src/normal-name.ts';
import { perSet } from '../../../../packages/records/src/per-set.ts';
import {
  FEATURES,
  type Features,
  type TagCounts,
  type VersionCounts,
} from '../../../../packages/records/src/version-counts.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Split } from '../split/split.ts';
import { LabelTally } from './label-tally.ts';

/** Why an image, or a mask of it, is left out of the version. */
export type VersionDrop =
  | 'set is REVIEW'
  | 'not checked'
  | 'cannot be read'
  | 'file not found'
  | 'mask cannot be read'
  | 'mask not found';

/** Counts the content of a version, one image at a time. */
export class VersionTally {
  readonly #classes: Classes;
  readonly #labels: LabelTally;
  #bytes = 0;
  #maskPixels = 0;
  #unlabelled = 0;
  readonly #annotations = new Map<string, number>();
  readonly #masks = new Map<string, number>();
  readonly #dropped = new Map<VersionDrop, number>();
  readonly #features = Object.fromEntries(FEATURES.map((name) => [name, 0])) as Features;

  /** @param classes of the version: labels without one are in no export, so that no format lacks them */
  constructor(classes: Classes) {
    this.#classes = classes;
    this.#labels = new LabelTally(classes);
  }

  drop(reason: VersionDrop): void {
    increment(this.#dropped, reason);
  }

  /**
   * @param bytes size of the original
   * @param masks tags of the masks in the version
   */
  add(record: ImageRecord, bytes: number, masks: readonly string[]): void {
    const features = this.#features;
    this.#bytes += bytes;
    this.#maskPixels += masks.length * record.width * record.height;
    this.#labels.add(record, masks);
    for (const { tag } of record.tags) increment(this.#annotations, tag);
    for (const tag of masks) increment(this.#masks, tag);
    features.masks += masks.filter((tag) => this.#isClass(tag)).length;
    if (record.tag === null && record.tags.length + masks.length === 0) this.#unlabelled += 1;
    if (this.#isClass(record.tag)) features.classified += 1;
    if (this.#defectsIn(record, masks) > 1) features.severalTags += 1;
    if (/\.webp$/i.test(record.uri)) features.webp += 1;
    if (bytes > MAX_BYTES) features.largeImages += 1;
    this.#addBoxes(record);
  }

  #isClass(tag: string | null): boolean {
    return this.#classes.of(tag) !== undefined;
  }

  /** Number of classes that are not of parts without defects. */
  #defectsIn({ tag, tags }: ImageRecord, masks: readonly string[]): number {
    const { names, of } = this.#classes;
    const numbers = new Set([tag, ...tags.map((each) => each.tag), ...masks].map((each) => of(each)));
    return [...numbers].filter((number) => number !== undefined && !isNormalName(names[number] ?? '')).length;
  }

  #addBoxes({ tags }: ImageRecord): void {
    const features = this.#features;
    let boxes = 0;
    for (const annotation of tags.filter(({ tag }) => this.#isClass(tag))) {
      if (annotation.type === 'point') features.points += 1;
      else {
        if (annotation.type === 'rect') features.rects += 1;
        else features.maskBoxes += 1;
        if (annotation.labeled === 'inference') features.unaccepted += 1;
        if (!unitBox(annotation)) features.flatBoxes += 1;
        // Not `<`: a box with a coordinate that is NaN counts as small too.
        if (!(shortEdge(clampBox(annotation)) >= MIN_EDGE)) features.smallBoxes += 1;
        else boxes += 1;
      }
    }
    features.manyBoxes += Math.max(0, boxes - MAX_BOXES);
  }

  /**
   * The counts of this content, with those of its sets and groups from the split.
   * @param tagIds the dataset's tags, in their order; tags that only images still have come after them
   */
  counts(
    { tallies, setOf, alike }: Split,
    tagIds: readonly string[],
    warnings: Pick<VersionCounts, 'warnings' | 'warningCodes'>,
  ): VersionCounts {
    const { all, classes } = tallies;
    const { labels, objects } = this.#labels.bySet(setOf);
    const known = [...new Set([...tagIds, ...classes.keys(), ...this.#annotations.keys()])];
    return {
      images: all.images,
      bytes: this.#bytes,
      maskPixels: this.#maskPixels,
      unlabelled: this.#unlabelled,
      sets: all.sets,
      labels,
      tags: known.map(
        (tag): TagCounts => ({
          tag,
          images: classes.get(tag)?.images ?? 0,
          annotations: this.#annotations.get(tag) ?? 0,
          masks: this.#masks.get(tag) ?? 0,
          sets: classes.get(tag)?.sets ?? perSet(() => 0),
          objects: objects.get(tag) ?? perSet(() => 0),
        }),
      ),
      features: this.#features,
      dropped: Object.fromEntries([...this.#dropped].sort(([a], [b]) => (a < b ? -1 : 1))),
      groups: { count: all.groups, largest: all.largest, ...(alike && { alike }) },
      ...warnings,
    };
  }
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
