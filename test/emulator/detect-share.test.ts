/**
 * Detectors of one's own that never answer, asked for many jobs of their owner.
 * @covers Contract 16 detect: places are shared by owner, and what is asked for a job ends with it
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { eventually } from '../support/factory.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

/** More than all places of a process: each call asks about eight images at once. */
const HANGING = ['hang-1', 'hang-2', 'hang-3'];

let stage: Stage;
let service: Sightline;
let silent: Detector;
let prompt: Detector;

beforeAll(async () => {
  // Whoever waits for a detector to be given up fails.
  stage = await openStage({ DETECTION_DEADLINE: '3600000' });
  service = new Sightline({ baseUrl: stage.stack.baseUrl, retry: { attempts: 1 } });
  silent = await startDetector(false);
  prompt = await startDetector(true);
  for (const id of HANGING) await furnish(id, 'mallory', silent.url);
  await furnish('prompt', 'owner', prompt.url);
});
afterAll(async () => {
  silent?.close();
  prompt?.close();
  await stage?.close();
});

async function furnish(id: string, owner: string, detector: string): Promise<void> {
  await seedDataset(stage, { id, owner, type: 'imageObjectDetection', tags: { a: 'scratch' } });
  const images = Array.from({ length: 8 }, (_, at) => `${id}-${at}`);
  await seedImages(
    stage,
    id,
    images.map((image) => ({
      ...{ id: image, bytes: Buffer.from(image) },
      fields: { shard: shardOf(id, image), labelled: false, checked: false },
    })),
  );
  await stage.firestore.doc(`dataset/${id}`).update({ detector });
}

interface Detector {
  url: string;
  /** Pictures that it was sent, and has not answered, by callers that are still there. */
  waiting(): number;
  close(): void;
}

async function startDetector(answers: boolean): Promise<Detector> {
  let waiting = 0;
  const server: Server = createServer((request, response) => {
    request.resume();
    if (answers) return response.end(JSON.stringify({ result: [] }));
    waiting += 1;
    response.once('close', () => {
      waiting -= 1;
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/find`,
    waiting: () => waiting,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('they keep no place from another owner; once their jobs are cancelled, nothing is asked of them any more', async () => {
  for (const id of HANGING) {
    const { number } = await service.datasets(id).runs.make({ name: 'Hangs', source: 'detect' });
    await stage.call(`${id}/run/${number}/detect?wait=0`, { method: 'POST' });
  }
  // All that one owner may have.
  await eventually(() => expect(silent.waiting()).toBe(15));
  const { runs } = service.datasets('prompt');
  const { number } = await runs.make({ name: 'Found', source: 'detect' });
  expect(await runs.detect(number)).toMatchObject({ done: 8 });
  expect(silent.waiting()).toBe(15);
  for (const id of HANGING) await service.datasets(id).jobs.cancel(1);
  await eventually(() => expect(silent.waiting()).toBe(0));
  // Their places are free again, for the same owner too.
  await stage.firestore.doc('dataset/hang-1').update({ detector: prompt.url });
  const again = service.datasets('hang-1').runs;
  const second = await again.make({ name: 'Works', source: 'detect' });
  expect(await again.detect(second.number)).toMatchObject({ done: 8 });
});
