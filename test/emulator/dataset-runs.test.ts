/**
 * Contract 14: what models say about images.
 * @covers Contract 14 runs are begun, listed and deleted; numbers are given once
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { openStage, type Stage, seedDataset } from './dataset-stage.ts';

let stage: Stage;
let service: Sightline;
beforeAll(async () => {
  stage = await openStage({}, ['dataset']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
});
afterAll(() => stage.close());

const TAGS = { a: 'good', b: 'bad part' };
const seed = (id: string) => seedDataset(stage, { id, type: 'MULTILABEL', tags: TAGS });
const refused = (status: number, message?: string) =>
  expect.objectContaining({ status, ...(message && { message: expect.stringContaining(message) }) });

describe('records', () => {
  test('runs get the next number each, also at once; a retry gets the same one; a number is never given again', async () => {
    await seed('numbers');
    const { runs } = service.datasets('numbers');
    const made = await Promise.all(['a', 'b', 'c'].map((name) => runs.make({ name, live: true })));
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    const again = await Promise.all([1, 2].map(() => runs.make({ name: 'd', live: true, key: 'once' })));
    expect(again.map(({ number }) => number)).toEqual([4, 4]);
    await runs.delete(4);
    await expect(runs.get(4)).rejects.toEqual(refused(404, 'Run "4" not found'));
    expect(await runs.make({ name: 'e', live: true })).toMatchObject({ number: 5 });
    const first = await runs.list({ limit: 2 });
    expect(first).toMatchObject({ runs: [{ number: 5 }, { number: 3 }], next: 3 });
    expect(await runs.list({ limit: 2, after: 3 })).toMatchObject({
      runs: [{ number: 2 }, { number: 1 }],
      next: null,
    });
  });

  test('a run is open if it is live, and waits for its file otherwise', async () => {
    await seed('made');
    const { runs, versions } = service.datasets('made');
    const waiting = await runs.make({ name: ' Nightly ', model: 'yolo11n' });
    expect(waiting).toMatchObject({ number: 1, upload: expect.stringMatching(/^http/) });
    expect(await runs.make({ name: 'Line 1', live: true })).not.toHaveProperty('upload');
    const common = { trainedOn: null, hash: '', counts: null, by: '', createdAt: expect.any(Number) };
    expect((await runs.list()).runs).toEqual([
      { number: 2, name: 'Line 1', model: '', source: 'live', state: 'open', ...common },
      { number: 1, name: 'Nightly', model: 'yolo11n', source: 'upload', state: 'building', ...common },
    ]);
    await expect(runs.make({ name: 'x', trainedOn: 7 })).rejects.toEqual(
      refused(404, 'Version "7" not found'),
    );
    expect((await versions.list()).versions).toEqual([]);
  });
});
