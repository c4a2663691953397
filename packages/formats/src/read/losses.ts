import type { Note } from './notes.ts';

/** What files say and a dataset does not keep, by kind: nothing is left out in silence (Contract 11). */
export const LOSSES = [
  'annotations by further people',
  'annotations of an unlisted category',
  'annotations without a place',
  'attributes',
  'captions',
  'classes that are not in the image',
  'colors and keys of classes',
  'crowd marks',
  'crowds',
  'dates',
  'difficult, truncated or occluded marks',
  'file names',
  'holes of outlines',
  'keypoints',
  'labels of depth or in three dimensions',
  'lines and points',
  'masks in an encoding that is not read',
  'masks whose pictures are missing',
  'monitors',
  'names of classes',
  'outlines',
  'panoptic segments',
  'parts of objects',
  'places outside of their images',
  'predictions',
  'relations',
  'rotations of boxes',
  'scores',
  'sessions',
  'texts and choices',
  'tracks',
] as const;
export type Loss = (typeof LOSSES)[number];

/** How often each kind occurs. */
export type Lost = Readonly<Partial<Record<Loss, number>>>;

export class Losses {
  readonly #counts = new Map<string, number>();

  add(kind: Loss, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  addAll(lost: Lost = {}): void {
    for (const [kind, count] of Object.entries(lost)) this.add(kind as Loss, count);
  }

  /** Undefined if nothing was lost, as of most images. */
  get lost(): Lost | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }

  /** One for each kind. */
  notes(): Note[] {
    const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return counts.map(([what, count]) =>
      what === 'crowds'
        ? { code: 'crowds', values: { count } }
        : { code: 'not kept', values: { what, count } },
    );
  }
}

/** Members with a value that says something: programs write the others for every annotation. */
export const saying = (values: Iterable<unknown>): number =>
  [...values].filter((value) => !isEmptyValue(value)).length;

const isEmptyValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^(|0(\.0+)?|false|no|none|unspecified)$/i.test(value.trim())
    : value === null || value === undefined || value === false || value === 0 || isEmptyList(value);

const isEmptyList = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
