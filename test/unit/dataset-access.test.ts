/** @covers Contract 8 who may use a record */

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '../../functions/src/common/access/caller.ts';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { cropAnnotations } from '../../functions/src/dataset/crops/crop-annotations.ts';
import { generateCsv } from '../../functions/src/dataset/csv/generate-csv.ts';
import { refreshCounters } from '../../functions/src/dataset/refresh-counters.ts';
import { downloadZip } from '../../functions/src/dataset/zip/download-zip.ts';
import { datasetRecord } from '../support/dataset-record.ts';
import { standIn } from '../support/stand-in.ts';

const access = process.env.ACCESS;
beforeAll(() => {
  process.env.ACCESS = 'required';
});
afterAll(() => {
  if (access === undefined) delete process.env.ACCESS;
  else process.env.ACCESS = access;
});

const dataset = datasetRecord({ members: { editor: 'editor', viewer: 'viewer' } });

/** Thrown by the port after the check has passed. */
class Passed extends Error {}

let looked = 0;
const passed = (): never => {
  throw new Passed();
};
standIn(
  { datasets, counters },
  {
    datasets: {
      find: async (id: string) => {
        looked += 1;
        return id === 'd' ? dataset : null;
      },
      tags: passed,
      tagsAt: passed,
      hasTag: passed,
      resolveTag: passed,
    },
    counters: { recount: passed },
  },
);

const { signal } = new AbortController();
const request = {
  percentages: { TEST: 10, VALIDATION: 10, TRAIN: 80 },
  group: 'burst' as const,
  format: 'automl' as const,
  tagmap: undefined,
  strict: false,
  save: false,
  link: false,
};
type Ask = (target: { dataset: string; caller: Caller }) => Promise<unknown>;
const operations: Record<string, Ask> = {
  csv: (target) => generateCsv({ ...target, request, signal }),
  refreshCounters: (target) => refreshCounters({ ...target, signal }),
  downloadZip: (target) => downloadZip({ ...target, images: ['a'], signal }),
  annotationsCrops: (target) => cropAnnotations({ ...target, tag: 't', signal }),
};

const person = (uid: string, admin = false): Caller => ({ kind: 'person', uid, admin, permissions: [] });
const device: Caller = { kind: 'device', keyHash: 'x', monitor: 'line-1', holder: null };

async function outcome(operation: string, caller: Caller, id = 'd'): Promise<string> {
  try {
    await (operations[operation] as Ask)({ dataset: id, caller });
    return 'done';
  } catch (error) {
    return error instanceof Passed ? 'passed' : (error as Error).message;
  }
}

test.each([
  ['csv', 'forbidden'],
  ['refreshCounters', 'forbidden'],
  ['downloadZip', 'passed'],
  ['annotationsCrops', 'passed'],
])('Contract 8: %s by a viewer is: %s', async (operation, forViewer) => {
  expect(await outcome(operation, person('owner'))).toBe('passed');
  expect(await outcome(operation, person('editor'))).toBe('passed');
  expect(await outcome(operation, person('nobody', true))).toBe('passed');
  expect(await outcome(operation, person('viewer'))).toBe(forViewer);
});

test.each(Object.keys(operations))(
  'Contract 3: %s does not reveal to a stranger that the dataset exists',
  async (operation) => {
    const callers = [
      person('stranger'),
      person(''),
      person('constructor'),
      device,
      { kind: 'anyone' as const },
    ];
    for (const caller of callers) expect(await outcome(operation, caller)).toBe('dataset not found');
    expect(await outcome(operation, person('owner'), 'other')).toBe('dataset not found');
  },
);

test.each(Object.keys(operations))('%s does not look up invalid ids', async (operation) => {
  looked = 0;
  for (const id of ['', '.', '..', '__x__', 'a/b', 'x'.repeat(300), 'a\nb']) {
    expect(await outcome(operation, person('admin', true), id)).toBe('dataset not found');
  }
  expect(looked).toBe(0);
});
