/**
 * What the form of a new version says of its images.
 * @covers Contract 11 versions say what they hold: `inference`, `unchecked`, counts by set, notes
 */
import { expect, test } from '@jest/globals';
import type { VersionCounts } from '../../web/src/data/versions/versions.ts';
import { toImageFilter } from '../../web/src/pages/dataset/filter.ts';
import { misleadingIn } from '../../web/src/pages/versions/misleading.ts';
import { toSplitOptions } from '../../web/src/pages/versions/split-options.ts';

const none = { manual: 0, inference: 0, empty: 0, unchecked: 0, unclassed: 0 };
const counts = (TRAIN: object, TEST: object = {}) =>
  ({
    labels: { TRAIN: { ...none, ...TRAIN }, TEST: { ...none, ...TEST }, VALIDATION: none },
  }) as VersionCounts;
const found = (given: VersionCounts, type: 'MULTICLASS' | 'imageObjectDetection') =>
  misleadingIn(given, type).map(({ code, count }) => [code, count]);

test('labels of people and images with nothing in them mislead nobody', () => {
  expect(found(counts({ manual: 9, empty: 3 }, { manual: 1 }), 'imageObjectDetection')).toEqual([]);
});

test('models, images that nobody has looked at and labels that are left out are named', () => {
  const all = counts({ inference: 4, unchecked: 2, unclassed: 1 }, { inference: 3, unchecked: 5 });
  expect(found(all, 'imageObjectDetection')).toEqual([
    ['models', 4],
    ['modelsInTest', 3],
    ['unchecked', 7],
    ['unclassed', 1],
  ]);
  expect(found(all, 'MULTICLASS')).toEqual([
    ['modelClasses', 4],
    ['modelClassesInTest', 3],
    ['withoutClass', 8],
  ]);
});

test('a version of an earlier release has no counts of this', () => {
  expect(misleadingIn({} as VersionCounts, 'MULTILABEL')).toEqual([]);
});

test('the address says what is left out; what it does not say is up to the service', () => {
  expect(toSplitOptions({ inference: 'exclude', unchecked: 'maybe' }, { save: false })).toEqual({
    ...{ test: 10, validation: 10, group: 'burst', save: false, inference: 'exclude' },
  });
  expect(toSplitOptions({ unchecked: 'include' }, {})).toMatchObject({ unchecked: 'include' });
  expect(toImageFilter({ checked: 'false', labelled: 'yes' })).toEqual({ checked: false });
});
