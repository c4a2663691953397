/**
 * Each dependency, each of its faults, each route: the documented answer within the deadline, nothing lost that was
 * acknowledged, and once the fault heals the next calls succeed without a restart. `LONG=1` runs all cells.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { encodeObjectName } from '../../functions/src/image/encoded-uri.ts';
import {
  type Answered,
  call,
  countedRecords,
  eventually,
  frame,
  records,
  shownCounters,
} from '../support/factory.ts';
import {
  allowed,
  DEADLINE,
  DEPENDENCIES,
  type Dependency,
  FAULTS,
  type Fault,
  modeOf,
  ROUTES,
  type RouteName,
  USUAL,
} from './matrix-rows.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import { openStage, type Stage } from './stage.ts';

const CELLS = process.env.LONG
  ? DEPENDENCIES.flatMap((dependency) => FAULTS.map((fault): [Dependency, Fault] => [dependency, fault]))
  : USUAL;

let stage: Stage;
let proxies: Record<Dependency, FaultProxy>;
let pids: Record<string, number>;
let number = 100;
/** Ids of records whose upload was answered with 200. */
const acknowledged = new Set<string>();
const deleted = new Set<string>();
const table: string[] = [];

beforeAll(async () => {
  let remoteTarget = '';
  const target: Record<Dependency, () => string> = {
    firestore: () => stage.stack.addresses.firestore,
    storage: () => stage.stack.addresses.storage,
    database: () => stage.stack.addresses.database,
    vision: () => stage.stack.addresses.vision,
    'git remote': () => remoteTarget,
  };
  const started = await Promise.all(
    DEPENDENCIES.map(async (name) => [name, await startProxy(() => target[name]())] as const),
  );
  proxies = Object.fromEntries(started) as Record<Dependency, FaultProxy>;
  const projectId = `demo-t-${randomBytes(6).toString('hex')}`;
  stage = await openStage(
    { projectId, env: environment(projectId) },
    {
      remote: (remote) => {
        remoteTarget = `127.0.0.1:${remote.port}`;
        return `http://${proxies['git remote'].address}`;
      },
      opened: (stack) => {
        stage = { stack } as Stage;
      },
    },
  );
  for (const id of (await records(stage.stack, 'image')).keys()) acknowledged.add(id);
  pids = pidsNow();
}, 120_000);

afterAll(async () => {
  await stage?.close();
  for (const proxy of Object.values(proxies ?? {})) await proxy.close();
  process.stdout.write(`\n${tableText()}`);
});

function environment(projectId: string): Record<string, string> {
  const { firestore, storage, database, vision } = proxies;
  const addresses = {
    firestore: firestore.address,
    storage: storage.address,
    database: database.address,
    vision: vision.address,
  };
  // Each detection asks the service; its deadline is a parameter, and short here.
  return {
    ...functionEnvironment({ projectId, ...addresses }),
    DETECTION_CACHE: 'off',
    DETECTION_DEADLINE: '5000',
  };
}

const pidsNow = (): Record<string, number> =>
  Object.fromEntries(Object.entries(stage.stack.functions).map(([name, each]) => [name, each.pid]));

/** What the routes of one cell work on: each cell has its own. */
interface Subjects {
  start: string;
  stop: string;
  frame: number;
  victim: string;
  victimId: string;
}

async function prepare(): Promise<Subjects> {
  number += 10;
  const { firestore } = stage.stack;
  const names = { start: `start-${number}`, stop: `stop-${number}` };
  for (const name of Object.values(names))
    await firestore
      .doc(`monitor/${name}`)
      .set({ name, owner: 'owner', members: {}, dataset: firestore.doc('dataset/bolts') });
  expect((await call(stage.stack, `/monitor/${names.stop}/start`)).status).toBe(200);
  const kept = await call(stage.stack, `/monitor/${names.stop}/image`, { body: await frame(number) });
  expect(kept.status).toBe(200);
  const id = String(kept.body.data.id);
  const uri = String((await firestore.doc(`image/${id}`).get()).get('uri'));
  return {
    ...names,
    frame: number + 1,
    victim: encodeObjectName(uri.split('/').slice(3).join('/')),
    victimId: id,
  };
}

const post = (path: string, body: object) => call(stage.stack, path, { body });

/** One call of each route. */
function calls({
  start,
  stop,
  frame: next,
  victim,
}: Subjects): Record<RouteName, () => Promise<Answered | { status: number; headers: Headers }>> {
  const { images, encoded } = stage.known;
  const update = {
    dataset: 'bolts',
    imageID: images[1],
    tags: [{ tag: 'good', x: 0.1, y: 0.1, w: 0.5, h: 0.5 }],
  };
  const get = (path: string) => () => call(stage.stack, path);
  return {
    'dataset csv': get('/dataset/bolts/csv'),
    'dataset downloadZip': () => downloadZip({ images: images.slice(0, 3) }),
    'dataset annotationsCrops': get('/dataset/bolts/annotationsCrops/good'),
    'dataset refreshCounters': () => call(stage.stack, '/dataset/bolts/refreshCounters', { method: 'POST' }),
    'image getb64': get(`/image/getb64/image/${encoded}`),
    'image detect': get(`/image/detect/image/${encoded}`),
    'image delete': get(`/image/delete/image/${victim}`),
    'monitor start': get(`/monitor/${start}/start`),
    'monitor stop': get(`/monitor/${stop}/stop`),
    'monitor image': async () => post('/monitor/line-1/image', await frame(next)),
    'monitor updateTags': () => post('/monitor/updateTags', update),
    'git status': () => post('/service-git/status', {}),
    'git add': () => post('/service-git/add', { stageAll: true }),
    'git fetch': () => post('/service-git/fetch', {}),
    'git push': () => post('/service-git/push', {}),
  };
}

async function downloadZip(body: object): Promise<{ status: number; headers: Headers }> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  const response = await fetch(`${stage.stack.baseUrl}/dataset/bolts/downloadZip`, init);
  await response.arrayBuffer();
  return response;
}

interface Outcome {
  route: RouteName;
  status: number;
  retryAfter: string | null;
  ms: number;
}

/** All routes at once, but `git add` before those that speak to the remote: one writer of the index at a time. */
async function callAll(subjects: Subjects): Promise<Outcome[]> {
  const all = calls(subjects);
  const one = async (route: RouteName): Promise<Outcome> => {
    const began = performance.now();
    const answer = await Promise.race([all[route](), patience()]);
    if (route === 'monitor image' && answer.status === 200)
      acknowledged.add((answer as Answered).body.data.id);
    if (route === 'image delete' && answer.status === 200) deleted.add(subjects.victimId);
    return {
      route,
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - began,
    };
  };
  const remote: RouteName[] = ['git fetch', 'git push'];
  const added = one('git add');
  const others = ROUTES.filter((route) => route !== 'git add' && !remote.includes(route));
  const after = added.then(() => Promise.all(remote.map(one)));
  return [...(await Promise.all([...others.map(one), added])), ...(await after)];
}

/** What a call that hangs counts as. */
const patience = (): Promise<{ status: number; headers: Headers }> =>
  new Promise((done) =>
    setTimeout(() => done({ status: 0, headers: new Headers() }), DEADLINE + 5000).unref(),
  );

test.each(CELLS)(
  '%s: %s',
  async (dependency, fault) => {
    const subjects = await prepare();
    await proxies[dependency].set(modeOf(dependency, fault));
    const outcomes = await callAll(subjects);
    await proxies[dependency].set('pass');
    const healed = performance.now();
    const wrong = outcomes.filter((each) => !isAsDocumented(each, dependency, fault));
    const after = await afterwards(dependency, subjects);
    note(dependency, fault, outcomes, performance.now() - healed);
    expect(
      wrong.map(
        ({ route, status, retryAfter, ms }) => `${route}: ${status} ${retryAfter} ${Math.round(ms)} ms`,
      ),
    ).toEqual([]);
    expect(after).toEqual([]);
    expect(pidsNow()).toEqual(pids);
  },
  180_000,
);

function isAsDocumented(
  { route, status, retryAfter, ms }: Outcome,
  dependency: Dependency,
  fault: Fault,
): boolean {
  const hasAdvice = (status !== 503 && status !== 429) || retryAfter !== null;
  return ms < DEADLINE && hasAdvice && allowed(dependency, fault, route).includes(status);
}

/** Complaints of the first calls after healing; a call that had its effect before is known by its 409 or 404. */
async function afterwards(dependency: Dependency, subjects: Subjects): Promise<string[]> {
  // gRPC looks for a lost server every 2 s at the longest.
  if (dependency === 'firestore') await new Promise((done) => setTimeout(done, 3000));
  const outcomes = await callAll(subjects);
  const repeated: Partial<Record<RouteName, number>> = {
    'monitor start': 409,
    'monitor stop': 409,
    'image delete': 404,
  };
  return outcomes
    .filter(({ route, status }) => status !== 200 && status !== repeated[route])
    .map(({ route, status }) => `${route}: ${status}`);
}

test('nothing that was acknowledged is lost, nothing is doubled, and the counters agree', async () => {
  const found = await records(stage.stack, 'image');
  const wanted = [...acknowledged].filter((id) => !deleted.has(id));
  expect(wanted.filter((id) => !found.has(id))).toEqual([]);
  const frames = [...found.values()].map(({ name, date }) => `${name} ${date}`);
  expect(frames.length).toBe(new Set(frames).size);
  for (const id of wanted) {
    const object = encodeURIComponent(String(found.get(id)?.uri).split('/').slice(3).join('/'));
    const kept = await fetch(
      `http://${stage.stack.addresses.storage}/storage/v1/b/${stage.stack.bucket}/o/${object}`,
    );
    expect([id, kept.status]).toEqual([id, 200]);
  }
  expect((await call(stage.stack, '/dataset/bolts/refreshCounters', { method: 'POST' })).status).toBe(200);
  await eventually(
    async () => expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack)),
    10_000,
  );
});

function note(dependency: Dependency, fault: Fault, outcomes: readonly Outcome[], back: number): void {
  const by = new Map(outcomes.map((each) => [each.route, each]));
  const cells = ROUTES.map((route) => {
    const { status = 0, ms = 0 } = by.get(route) ?? {};
    return `${status} ${(ms / 1000).toFixed(1)}`;
  });
  table.push(`| ${dependency}: ${fault} | ${cells.join(' | ')} | ${(back / 1000).toFixed(1)} |`);
  keepTable();
}

/** Status and seconds of each route while the fault stands, and seconds until all routes have answered well after it. */
const tableText = (): string =>
  `| fault | ${ROUTES.join(' | ')} | all well after |\n|${' --- |'.repeat(ROUTES.length + 2)}\n${table.join('\n')}\n`;

function keepTable(): void {
  const folder = resolve(import.meta.dirname, '../../test-artifacts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, 'faults.md'), tableText());
}
