/**
 * The real stack for a soak: proxies in front of its servers, datasets, tags, monitors, and the `counters` function on its
 * schedule.
 */
import { randomBytes } from 'node:crypto';
import { functionEnvironment } from '../../../emulators/stack/environment.ts';
import { triggerEvery } from '../../../emulators/stack/schedule.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';
import { type FaultProxy, startProxy } from '../proxy.ts';

export const SERVERS = ['firestore', 'storage', 'database'] as const;
export type ServerName = (typeof SERVERS)[number];

export const WORKERS = ['monitor', 'image', 'dataset', 'counters'] as const;

/** Tags of each dataset. */
export const TAGS = ['good', 'scratch', 'dent'] as const;
const DATASETS = ['MULTICLASS', 'ANOMALY', 'MULTILABEL', 'imageObjectDetection'] as const;

/** Milliseconds between two runs of the `counters` function; deployed, it is a minute. */
const SCHEDULE = 5000;

export interface SoakStage {
  stack: TestStack;
  proxies: Record<ServerName, FaultProxy>;
  monitors: string[];
  datasets: string[];
  /** Errors that the functions logged as unexpected: no fault should be. */
  unforeseen: string[];
  /** Environment of the functions, including the proxies. */
  env: Record<string, string>;
  close(): Promise<void>;
}

export async function openSoakStage(cameras: number): Promise<SoakStage> {
  const projectId = `demo-t-${randomBytes(6).toString('hex')}`;
  let stack: TestStack | undefined;
  const [firestore, storage, database] = await Promise.all(
    SERVERS.map((name) => startProxy(() => stack?.addresses[name] ?? '127.0.0.1:1')),
  );
  const proxies = { firestore, storage, database } as Record<ServerName, FaultProxy>;
  const addresses = Object.fromEntries(SERVERS.map((name) => [name, proxies[name].address]));
  const env = functionEnvironment({ projectId, ...addresses });
  const unforeseen: string[] = [];
  const onLog = (name: string, line: string) => {
    if (line.startsWith('{') && line.includes('"unforeseen"')) unforeseen.push(`${name} ${line}`);
  };
  // `FUNCTIONS_DIRECTORY` allows testing a copy while others build.
  const { FUNCTIONS_DIRECTORY: directory } = process.env;
  const options = { projectId, env, functions: [...WORKERS], onLog };
  stack = await startTestStack({ ...options, ...(directory && { directory }) });
  const places = await furnish(stack, cameras);
  const letGo = triggerEvery(SCHEDULE, stack.functions.counters!);
  const close = async () => {
    letGo();
    await stack.close();
    for (const proxy of Object.values(proxies)) await proxy.close();
  };
  return { stack, proxies, env, unforeseen, ...places, close };
}

async function furnish({ firestore }: TestStack, cameras: number) {
  const batch = firestore.batch();
  const access = { owner: 'owner', members: {} };
  const datasets = DATASETS.map((type) => type.toLowerCase());
  for (const [index, type] of DATASETS.entries()) {
    const dataset = firestore.doc(`dataset/${datasets[index]}`);
    batch.set(dataset, { type, name: type, tags: [], imageCounter: 0, createdAt: new Date(), ...access });
    for (const id of TAGS) {
      const tag = { id, name: id, color: '#888888', unclassified: false };
      batch.set(dataset.collection('tag').doc(id), { ...tag, imageCounter: 0, annotationCounter: 0 });
    }
  }
  const monitors = Array.from({ length: cameras }, (_, number) => `camera-${number + 1}`);
  for (const [index, name] of monitors.entries()) {
    const dataset = firestore.doc(`dataset/${datasets[index % datasets.length]}`);
    batch.set(firestore.doc(`monitor/${name}`), { name, dataset, ...access });
  }
  await batch.commit();
  return { monitors, datasets };
}
