/**
 * What a split says about promises that it could not keep (Contract 4): a code with its values, for callers that write their
 * own sentence, and the sentence.
 */

import type { TrainingSet } from '../../../../packages/records/src/lists.ts';
import type { PerSet } from '../../../../packages/records/src/per-set.ts';

export const REASON_CODES = ['saved', 'groups', 'largest', 'few', 'mixed'] as const;

/** Why shares are missed. `count`: of the groups there are, or of the images in the largest; 0 where nothing is counted. */
export interface Reason {
  code: (typeof REASON_CODES)[number];
  count: number;
}

/** Shares of the images, in percent with one decimal. */
interface Shares {
  shares: PerSet;
  asked: PerSet;
  reason: Reason;
}

/** The values of each code. Lists have the first 20 labels, `count` is of all. */
interface Values {
  shares: Shares;
  label: Shares & { label: string };
  /** Bursts with more than `limit` images; at `places`, images that look alike are in different sets. */
  cut: { bursts: number; limit: number; places: number };
  saved: { labels: string[]; count: number };
  /** Labels with fewer than `fewest` groups, and the sets that each is not in. */
  missing: { labels: { label: string; sets: TrainingSet[] }[]; count: number; fewest: number };
  /** Further warnings, which only the report has. */
  more: { count: number };
}

export type Warning = { [C in keyof Values]: { code: C; values: Values[C] } }[keyof Values];

/** Maximum number of labels in a warning. */
export const MOST_LABELS = 20;

const REASONS: Record<Reason['code'], (count: number) => string> = {
  saved: () => 'images keep the sets that were saved before',
  groups: (groups) => `there ${groups === 1 ? 'is 1 group' : `are ${groups} groups`} of images only`,
  largest: (images) => `groups stay whole, and the largest has ${count(images, 'image')}`,
  few: () => 'there are too few images',
  mixed: () => 'its images have other labels too, or are too few',
};

/** The sentence of a warning. */
export function sentenceOf({ code, values }: Warning): string {
  switch (code) {
    case 'shares':
      return `The sets have ${sharesOf(values)} percent of the images instead of ${askedOf(values)}.`;
    case 'label':
      return `The sets have ${sharesOf(values)} percent of the images with label "${values.label}" instead of ${askedOf(values)}.`;
    case 'cut':
      return `${values.bursts === 1 ? '1 burst has' : `${values.bursts} bursts have`} more images than a group may have for these shares (${values.limit}) and had to be cut: at ${count(values.places, 'place')} images that look alike are in different sets.`;
    case 'saved':
      return `Images keep the sets that were saved before, which misses the shares of ${values.count === 1 ? 'label' : 'labels'} ${someOf(values, (label) => `"${label}"`)}.`;
    case 'missing':
      return `${count(values.count, 'label')} with fewer than ${values.fewest} groups of images could not be put into every set: ${someOf(values, ({ label, sets }) => `"${label}" (not in ${sets.join(', ')})`)}.`;
    case 'more':
      return `${values.count} more ${values.count === 1 ? 'warning is' : 'warnings are'} in the report.`;
  }
}

/** For example `TRAIN 66.7, TEST 33.3, VALIDATION 0`. */
const sharesOf = ({ shares }: Shares): string =>
  Object.entries(shares)
    .map(([set, share]) => `${set} ${share}`)
    .join(', ');

const askedOf = ({ asked, reason }: Shares): string =>
  `${Object.values(asked).join(', ')}: ${REASONS[reason.code](reason.count)}`;

const someOf = <T>(list: { labels: readonly T[]; count: number }, say: (label: T) => string): string =>
  [...list.labels.map(say), ...(list.count > list.labels.length ? ['...'] : [])].join(', ');

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
