/** What a trainer would take for more than it is, from the counts of a version. Pure. */

import { hasMarks } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { VersionCounts } from '../../data/versions/versions.ts';

type LabelCounts = NonNullable<VersionCounts['labels']>['TRAIN'];

export const LABELS = [
  'manual',
  'inference',
  'empty',
  'unchecked',
  'unclassed',
] as const satisfies readonly (keyof LabelCounts)[];

export type MisleadingCode =
  | 'models'
  | 'modelsInTest'
  | 'modelClasses'
  | 'modelClassesInTest'
  | 'unchecked'
  | 'unclassed'
  | 'withoutClass';

export interface Misleading {
  code: MisleadingCode;
  /** Of images. */
  count: number;
}

export function misleadingIn({ labels }: VersionCounts, type: Dataset['type']): Misleading[] {
  if (!labels) return [];
  const { TRAIN, TEST, VALIDATION } = labels;
  const sum = (label: keyof LabelCounts) => TRAIN[label] + TEST[label] + VALIDATION[label];
  const asEmpty: Misleading[] = [
    { code: 'unchecked', count: sum('unchecked') },
    { code: 'unclassed', count: sum('unclassed') },
  ];
  const isDrawn = hasMarks(type);
  const without = sum('empty') + sum('unchecked') + sum('unclassed');
  const all: Misleading[] = [
    { code: isDrawn ? 'models' : 'modelClasses', count: TRAIN.inference + VALIDATION.inference },
    { code: isDrawn ? 'modelsInTest' : 'modelClassesInTest', count: TEST.inference },
    ...(isDrawn ? asEmpty : [{ code: 'withoutClass', count: without } as const]),
  ];
  return all.filter(({ count }) => count > 0);
}
