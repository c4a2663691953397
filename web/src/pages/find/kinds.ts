/** What can be found in a dataset, and what the address asks for. Pure. */
import type { FindAsked, FindKind } from '../../data/find/found.ts';
import { hasMarks } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';

/** Of the address. */
export const NAMES = ['kind', 'good', 'like', 'view', 'image'] as const;
export type FindState = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

export const kindsOf = ({ type }: Pick<Dataset, 'type'>): FindKind[] => [
  ...(hasMarks(type) ? [] : ['wrong' as const]),
  'duplicates',
  'outliers',
  ...(type === 'ANOMALY' ? ['unusual' as const] : []),
];

type Findable = Pick<Dataset, 'type' | 'tags' | 'looked'>;

export function toAsked(dataset: Findable, { kind: asked, good, like }: FindState): FindAsked {
  if (like !== undefined) return { kind: 'similar', like, looked: dataset.looked ?? 0 };
  const kinds = kindsOf(dataset);
  const kind = kinds.find((each) => each === asked) ?? kinds[0]!;
  const isGood = kind === 'unusual' && dataset.tags.some(({ id }) => id === good);
  return { kind, looked: dataset.looked ?? 0, ...(isGood && good !== undefined && { good }) };
}

/** The class that the service takes for the good one: that with the most images. */
export const usualGood = ({ tags }: Pick<Dataset, 'tags'>): string | undefined =>
  tags.filter(({ unclassified }) => !unclassified).toSorted((a, b) => b.imageCounter - a.imageCounter)[0]?.id;

/** Pictures that have not been looked at. */
export const lackOf = ({ imageCounter, looked }: Pick<Dataset, 'imageCounter' | 'looked'>): number =>
  Math.max(0, imageCounter - (looked ?? 0));
