/** Shared setup of the sweep suites: complete frames, the command, and all state that it could change. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { call, countedRecords, eventually, records, shownCounters, upload } from '../support/factory.ts';
import { objectNames, type Stage } from './image-stage.ts';

const SWEEP = resolve(import.meta.dirname, '../../functions/src/sweep/sweep.ts');

/** A session of six frames, one with a mask; a training file; no leftovers. */
export async function furnishFrames(stage: Stage): Promise<string[]> {
  const { stack, bucket } = stage;
  await call(stack, '/monitor/line-1/start');
  const made: string[] = [];
  for (let number = 0; number < 6; number++) made.push((await upload(stack, number)).body.data.id);
  await call(stack, '/monitor/line-1/stop');
  await addMask(stage, made[0]!, `dataset/bolts/${made[0]}_mask_1.png`);
  // A mask whose name a dashboard chose; it sorts before the image.
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

const environmentOf = ({ stack }: Stage) => ({
  ...process.env,
  ...functionEnvironment(stack.addresses),
  NODE_OPTIONS: '',
});

const readSwept = (code: number, text: string): Swept => ({
  code,
  lines: text.trim().split('\n').slice(1),
  text,
});

/** The sweep of a stage, in a process that has loaded it already. */
export function startSweeps(stage: Stage) {
  const child = fork(resolve(import.meta.dirname, 'sweep-process.ts'), { env: environmentOf(stage) });
  return {
    async sweep(...options: string[]): Promise<Swept> {
      child.send(options);
      const [{ code, text }] = await once(child, 'message');
      return readSwept(code, text);
    },
    async close(): Promise<void> {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Runs the command with the environment of a function. */
export async function runSweep(stage: Stage, options: readonly string[]): Promise<Swept> {
  const env = environmentOf(stage);
  const { stdout, stderr, code } = await promisify(execFile)(process.execPath, [SWEEP, ...options], {
    env,
  }).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return readSwept(code, stdout + stderr);
}

/** The entire state that a dry run must not change, as text. */
export async function everything(stage: Stage): Promise<string> {
  const { stack } = stage;
  const collections = ['image', 'session', 'monitor', 'detection', 'removal', 'dataset', 'dataset/bolts/tag'];
  const documents = await Promise.all(
    collections.map(async (name) => [name, [...(await records(stack, name))]]),
  );
  return JSON.stringify([documents, await objectNames(stage), stack.database.dump()]);
}
