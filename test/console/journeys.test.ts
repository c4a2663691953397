/**
 * What people do from end to end, in a real browser against the real stack, with credentials required as deployed.
 * @covers Contract 12: from nothing to a training file; a first dataset; review of 100 by two people with a killed function
 */
import { afterAll, beforeAll, test } from '@jest/globals';
import { TEST } from '../support/limits.ts';
import { makeFirstDataset } from './first-dataset.ts';
import { goFromNothing } from './from-nothing.ts';
import { reviewHundred } from './review-of-100.ts';
import { type ConsoleStage, openConsole } from './stage.ts';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await openConsole({ access: 'required' });
}, 180_000);
afterAll(() => stage?.close());

const WITHIN = 2 * TEST;

test('from nothing to a training file', () => goFromNothing(stage), WITHIN);

test('a first dataset, from its type to a version', () => makeFirstDataset(stage), WITHIN);

test('a hundred images reviewed by keys, by one and by two at once', () => reviewHundred(stage), WITHIN);
