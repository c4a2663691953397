/** What the suite of the sweep stands on: frames that are whole, the command, and all that it might change. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { call, countedRecords, eventually, records, shownCounters, upload } from '../support/factory.ts';
import { objectNames, type Stage } from './image-stage.ts';

const SWEEP = resolve(import.meta.dirname, '../../functions/src/sweep/sweep.ts');

/** A session of six frames, one with a mask; a training file; nothing left over. */
export async function furnishFrames(stage: Stage): Promise<string[]> {
  const { stack, bucket } = stage;
  await call(stack, '/monitor/line-1/start');
  const made: string[] = [];
  for (let number = 0; number < 6; number++) made.push((await upload(stack, number)).body.data.id);
  await call(stack, '/monitor/line-1/stop');
  await addMask(stage, made[0]!, `dataset/bolts/${made[0]}_mask_1.png`);
  // A mask that a dashboard named in its own way, before the image in the order of names.
  await addMask(stage, made[1]!, 'dataset/bolts/--outline.png');
  await bucket.file('dataset/bolts/csv/1.csv').save('TRAIN', { resumable: false });
  await stack.firestore.doc(`detection/${made[0]}`).set({ generation: '1', found: [] });
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  return made;
}

async function addMask({ stack, bucket }: Stage, id: string, name: string): Promise<void> {
  await bucket.file(name).save('mask', { resumable: false });
  const masks = [{ uri: `gs://${stack.bucket}/${name}`, tag: 'dataset/bolts/tag/bad' }];
  await stack.firestore.doc(`image/${id}`).update({ masks });
}

export interface Swept {
  code: number;
  /** Without the first line. */
  lines: string[];
  text: string;
}

/** Runs the command with the environment of a function. */
export async function runSweep({ stack }: Stage, options: readonly string[]): Promise<Swept> {
  const env = { ...process.env, ...functionEnvironment(stack.addresses), NODE_OPTIONS: '' };
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [SWEEP, ...options], {
    env,
  }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, lines: stdout.trim().split('\n').slice(1), text: stdout + stderr };
}

/** Text of all the state that a dry run must not touch. */
export async function everything(stage: Stage): Promise<string> {
  const { stack } = stage;
  const collections = ['image', 'session', 'monitor', 'detection', 'removal', 'dataset', 'dataset/bolts/tag'];
  const documents = await Promise.all(
    collections.map(async (name) => [name, [...(await records(stack, name))]]),
  );
  return JSON.stringify([documents, await objectNames(stage), stack.database.dump()]);
}
