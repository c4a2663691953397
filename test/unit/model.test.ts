/** @covers Spec 2.1, 2.3 values */

import { expect, test } from '@jest/globals';
import { DATASET_TYPES, SET_TYPES } from '../../packages/records/src/lists.ts';

test('Spec 2.1: the dataset types are exact', () => {
  expect(DATASET_TYPES).toEqual(['MULTICLASS', 'MULTILABEL', 'ANOMALY', 'imageObjectDetection']);
});

test('Spec 2.3: the set types are exact', () => {
  expect(SET_TYPES).toEqual(['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED', 'REVIEW']);
});
