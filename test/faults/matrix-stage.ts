/** The stack with a proxy in front of each dependency, including the flow editor, and one call of each route. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { installBuiltNodes } from '../editor/built-plugin.ts';
import { type Answered, call, frame, picture, sha256 } from '../support/factory.ts';
import { putLooked } from '../support/looked-dataset.ts';
import { tokenOf } from '../support/people.ts';
import { putRun } from '../support/ready-run.ts';
import type { TestStack } from '../support/stack.ts';
import { writeZip } from '../support/write-zip.ts';
import { DEPENDENCIES, type Dependency, type RouteName } from './matrix-rows.ts';
import { type FaultProxy, startProxy } from './proxy.ts';
import { openStage, type Stage } from './stage.ts';

export type Proxies = Record<Dependency, FaultProxy>;

export interface MatrixStage extends Stage {
  proxies: Proxies;
}

export async function openMatrixStage(): Promise<MatrixStage> {
  let stack: TestStack | undefined;
  const own: Partial<Record<Dependency, string>> = {};
  const target = (name: Dependency): string => {
    const addresses: Partial<Record<Dependency, string>> = { ...stack?.addresses, ...own };
    return addresses[name] ?? '127.0.0.1:1';
  };
  const proxies = Object.fromEntries(
    await Promise.all(
      DEPENDENCIES.map(async (name) => [name, await startProxy(() => target(name))] as const),
    ),
  ) as Proxies;
  const projectId = `demo-t-${randomBytes(6).toString('hex')}`;
  const stage = await openStage(
    { projectId, env: environment(projectId, proxies) },
    {
      remote: (remote) => {
        own['git remote'] = `127.0.0.1:${remote.port}`;
        return `http://${proxies['git remote'].address}`;
      },
      opened: (opened) => {
        stack = opened;
      },
    },
  );
  const editor = await openEditor(stage);
  own.editor = new URL(editor.url).host;
  const close = async () => {
    await editor.close();
    await stage.close();
    for (const proxy of Object.values(proxies)) await proxy.close();
  };
  return { ...stage, proxies, close };
}

/** Uses the same folder that the function has mounted. */
async function openEditor({ root }: Stage): Promise<RunningEditor> {
  const userDirectory = join(root, 'volume');
  // The sample flow consists of them.
  await installBuiltNodes(userDirectory);
  return startEditor({ port: await freePort(), userDirectory });
}

function environment(projectId: string, proxies: Proxies): Record<string, string> {
  const { firestore, storage, database, vision, editor } = proxies;
  const addresses = {
    firestore: firestore.address,
    storage: storage.address,
    database: database.address,
    vision: vision.address,
  };
  // Each detection calls the service; its deadline is a parameter, which is short here.
  return {
    ...functionEnvironment({ projectId, ...addresses }),
    DETECTION_CACHE: 'off',
    DETECTION_DEADLINE: '5000',
    EDITOR_URL: `http://${editor.address}`,
  };
}

/** The records for the routes of one cell; each cell has its own. */
export interface Subjects {
  start: string;
  stop: string;
  /** A monitor and a dataset that may be deleted, and a dataset that may be restored. */
  doomed: string;
  spare: string;
  /** SHA-256 of two device keys of `stop`; the first is one of a key of `looked` too. */
  keys: [string, string];
  frame: number;
  victim: string;
  victimId: string;
  /** Numbers of two versions that differ. */
  versions: [number, number];
  /** Link of an export to an image. */
  link: string;
  /** An import whose archive is uploaded, and another one. */
  parts: [string, string];
  /** Numbers of two open runs, of two whose files are sent, and of one that is ready. */
  runs: [number, number];
  sent: [number, number];
  ready: number;
  /** A dataset with suggestions, and its run; two acceptances of it, of one image each. */
  looked: string;
  acceptances: [string, string];
}

let number = 100;

/** @throws if a route fails without a fault */
export async function prepare({ stack }: Stage): Promise<Subjects> {
  number += 10;
  const { firestore } = stack;
  const names = { start: `start-${number}`, stop: `stop-${number}`, doomed: `doomed-${number}` };
  const dataset = { type: 'ANOMALY', tags: [], owner: 'owner', members: {}, people: ['owner'] };
  const spare = `spare-${number}`;
  await firestore.doc('dataset/spots').set({ ...dataset, type: 'imageObjectDetection', name: 'spots' });
  for (const id of [names.doomed, spare]) await firestore.doc(`dataset/${id}`).set({ ...dataset, name: id });
  for (const id of ['kept', 'gone'])
    await firestore.doc(`dataset/${spare}/tag/${id}`).set({ id, name: id, color: '' });
  for (const name of Object.values(names))
    await firestore
      .doc(`monitor/${name}`)
      .set({ name, owner: 'owner', members: {}, dataset: firestore.doc('dataset/bolts') });
  requireGood(await call(stack, `/monitor/${names.stop}/start`));
  const kept = requireGood(await call(stack, `/monitor/${names.stop}/image`, { body: await frame(number) }));
  const id = String(kept.body.data.id);
  const uri = String((await firestore.doc(`image/${id}`).get()).get('uri'));
  const victim = encodeObjectName(uri.split('/').slice(3).join('/'));
  const keys: [string, string] = [sha256(Buffer.from(names.stop)), sha256(Buffer.from(names.start))];
  const monitor = firestore.doc(`monitor/${names.stop}`);
  for (const key of keys) await firestore.doc(`deviceKey/${key}`).set({ monitor, created: new Date() });
  const version = async (test: number): Promise<number> =>
    requireGood(await call(stack, '/dataset/bolts/version', { body: { test } })).body.number;
  const versions: [number, number] = [await version(0), await version(50)];
  const lines = await fetch(`${stack.baseUrl}/dataset/bolts/version/${versions[0]}/export?format=ndjson`);
  const { url: link } = JSON.parse((await lines.text()).split('\n')[1] ?? '') as { url: string };
  const parts: [string, string] = [await importParts(stack), await importParts(stack)];
  const run = async (live: boolean): Promise<number> =>
    requireGood(await call(stack, '/dataset/bolts/run', { body: { name: spare, live } })).body.number;
  const runs: [number, number] = [await run(true), await run(true)];
  const sent: [number, number] = [await sentRun(stack, id), await sentRun(stack, id)];
  const ready = await putRun(stack, {
    dataset: 'bolts',
    number: 1000 + number,
    lines: [{ image: id, predictions: [] }],
  });
  const looked = `looked-${number}`;
  await putLooked(stack, looked);
  const spent = { dataset: firestore.doc(`dataset/${looked}`), created: new Date(), role: 'viewer' };
  await firestore.doc(`datasetKey/${keys[0]}`).set(spent);
  // Nobody answers there.
  const hook = { url: 'http://127.0.0.1:9/', secret: 'whsec_', name: '', by: '' };
  for (const [owner, event] of [
    [`dataset/${looked}`, 'run.ready'],
    [`monitor/${names.stop}`, 'monitor.silent'],
  ])
    for (const id of ['kept', 'gone'])
      await firestore.doc(`${owner}/hook/${id}`).set({ ...hook, events: [event], createdAt: new Date() });
  const acceptances = [await acceptance(stack, looked), await acceptance(stack, looked)] as [string, string];
  return {
    ...names,
    spare,
    keys,
    frame: number + 1,
    victim,
    victimId: id,
    versions,
    link,
    parts,
    runs,
    sent,
    ready,
    looked,
    acceptances,
  };
}

/** Number of the run of a dataset with suggestions. */
const LOOKED_RUN = 100;

/** Of the image that may be dark. @returns its id */
async function acceptance(stack: TestStack, dataset: string): Promise<string> {
  const lines = ['dark', 'light'].map((tag, at) => ({
    image: `${dataset}-${4 + at}`,
    predictions: [{ tag, score: 0.9 }],
  }));
  await putRun(stack, { dataset, number: LOOKED_RUN, lines });
  const body = { threshold: 0.5, tags: ['dark'] };
  return requireGood(await call(stack, `/dataset/${dataset}/run/${LOOKED_RUN}/accept`, { body })).body
    .acceptance;
}

/** @returns number of a run whose file has come, about an image */
async function sentRun(stack: TestStack, image: string): Promise<number> {
  const body = JSON.stringify({ image, predictions: [] });
  const begun = { name: 'sent', size: body.length };
  const made = requireGood(await call(stack, '/dataset/bolts/run', { body: begun }));
  const send = () => fetch(made.body.upload, { method: 'PUT', body });
  await send().catch(send);
  return made.body.number;
}

/** @returns id of an import with its archive */
async function importParts(stack: TestStack): Promise<string> {
  const zip = writeZip([{ path: 'good/part.jpg', bytes: await picture(number) }]);
  const body = { name: 'parts.zip', size: zip.length };
  const { id, upload } = requireGood(await call(stack, '/dataset/bolts/import', { body })).body;
  const send = () => fetch(upload, { method: 'PUT', body: new Uint8Array(zip) });
  // A fault that has ended may have closed a connection that is kept open. A resumable upload can be sent again.
  await send().catch(send);
  return id;
}

function requireGood(answer: Answered): Answered {
  if (answer.status === 200) return answer;
  throw new Error(`Nothing is out of order, and yet: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** The parts of an answer that the matrix uses; `body` is absent for an archive. */
export type Seen = Pick<Answered, 'status' | 'headers'> & Partial<Pick<Answered, 'body'>>;

/** One call of each route. */
export function calls(
  { stack, known }: Stage,
  {
    start,
    stop,
    doomed,
    spare,
    keys,
    frame: next,
    victim,
    versions: [one, other],
    link,
    parts,
    runs,
    sent,
    ready,
    looked,
    acceptances,
  }: Subjects,
): Record<RouteName, () => Promise<Seen>> {
  const { images, png } = known;
  const encoded = known.params.encoded_uri;
  const tags = [{ tag: 'good', x: 0.1, y: 0.1, w: 0.5, h: 0.5 }];
  const get = (path: string) => () => call(stack, path);
  const post = (path: string, body: object) => () => call(stack, path, { body });
  const send = (method: string, path: string, body?: object) => () => call(stack, path, { method, body });
  const headers = { 'idempotency-key': spare };
  const owner = { authorization: `Bearer ${tokenOf('owner', stack.projectId)}` };
  const accept = (path: string) => () =>
    call(stack, `${path}/members/accept`, { method: 'POST', headers: owner });
  return {
    'dataset csv': get('/dataset/bolts/csv'),
    'dataset downloadZip': () => downloadZip(stack, { images: images.slice(0, 3) }),
    'dataset annotationsCrops': get('/dataset/bolts/annotationsCrops/good'),
    'dataset refreshCounters': () => call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' }),
    'dataset images': get('/dataset/bolts/images?labelled=true&limit=5'),
    'dataset list': get('/dataset'),
    'dataset make': () => call(stack, '/dataset', { headers, body: { name: spare, type: 'ANOMALY' } }),
    'dataset change': send('PATCH', `/dataset/${spare}`, { name: `${spare} again` }),
    'dataset delete': send('DELETE', `/dataset/${doomed}`, { confirm: doomed }),
    'dataset restore': send('POST', `/dataset/${spare}/restore`),
    'dataset member list': get(`/dataset/${spare}/members`),
    'dataset member set': send('PUT', `/dataset/${spare}/members/a%40b.example`, { role: 'viewer' }),
    'dataset member remove': send('DELETE', `/dataset/${spare}/members/someone`),
    'dataset monitor list': get('/dataset/bolts/monitors'),
    'dataset monitor admit': send('PUT', `/dataset/${spare}/monitors/${start}`),
    'dataset monitor dismiss': send('DELETE', `/dataset/${spare}/monitors/${stop}`),
    'dataset key list': get(`/dataset/${spare}/keys`),
    'dataset key make': post(`/dataset/${spare}/keys`, { name: 'Nightly', role: 'viewer' }),
    'dataset key revoke': send('DELETE', `/dataset/${looked}/keys/${keys[0].slice(0, 12)}`),
    'dataset hook list': get(`/dataset/${looked}/hook`),
    'dataset hook make': post(`/dataset/${spare}/hook`, {
      url: 'http://127.0.0.1:9/',
      events: ['run.ready'],
    }),
    'dataset hook show': get(`/dataset/${looked}/hook/kept`),
    'dataset hook change': send('PATCH', `/dataset/${looked}/hook/kept`, { name: 'Mail' }),
    'dataset hook test': send('POST', `/dataset/${looked}/hook/kept/test`),
    'dataset hook delete': send('DELETE', `/dataset/${looked}/hook/gone`),
    'dataset accept': accept(`/dataset/${spare}`),
    'dataset offer end': send('DELETE', `/dataset/${spare}/members/accept`),
    'dataset tag make': () => call(stack, `/dataset/${spare}/tag`, { headers, body: { name: 'new' } }),
    'dataset tag change': send('PATCH', `/dataset/${spare}/tag/kept`, { color: 'red' }),
    'dataset tag delete': send('DELETE', `/dataset/${spare}/tag/gone`, { into: 'kept' }),
    'dataset change images': () =>
      call(stack, '/dataset/bolts/images', {
        method: 'PATCH',
        body: { changes: [{ image: images[0], tag: 'good' }] },
      }),
    'dataset select images': () =>
      send('PATCH', '/dataset/bolts/images', {
        select: { to: 1, shown: 0, at: Date.now() },
        change: { set: 'TRAIN' },
      })(),
    'dataset trash': get('/dataset/bolts/trash'),
    'dataset delete trash': send('DELETE', '/dataset/bolts/trash', { images: ['none'] }),
    'dataset links': post('/dataset/bolts/links', { images: images.slice(0, 3) }),
    'dataset restore images': post('/dataset/bolts/trash/restore', { images: [images[0]] }),
    'dataset version make': () => call(stack, '/dataset/bolts/version', { headers, body: {} }),
    'dataset version preview': post('/dataset/bolts/version/preview', {}),
    'dataset versions': get('/dataset/bolts/version'),
    'dataset version': get(`/dataset/bolts/version/${one}`),
    'dataset version diff': get(`/dataset/bolts/version/${one}/diff/${other}`),
    'dataset version export': () =>
      fetchFile(`${stack.baseUrl}/dataset/bolts/version/${one}/export?format=csv`),
    'dataset link': () => fetchFile(link),
    'dataset import make': () =>
      call(stack, '/dataset/bolts/import', { headers, body: { name: 'a.zip', size: 99 } }),
    'dataset import check': () => call(stack, `/dataset/bolts/import/${parts[0]}/check`, { body: {} }),
    'dataset import run': () => call(stack, `/dataset/bolts/import/${parts[1]}/run`, { body: {} }),
    'dataset run make': () => call(stack, '/dataset/bolts/run', { headers, body: { name: spare, size: 9 } }),
    'dataset runs': get('/dataset/bolts/run'),
    'dataset run': get(`/dataset/bolts/run/${runs[0]}`),
    'dataset run check': post(`/dataset/bolts/run/${sent[0]}/check`, {}),
    'dataset run finish': post(`/dataset/bolts/run/${sent[1]}/make`, {}),
    'dataset run predictions': post(`/dataset/bolts/run/${runs[0]}/predictions`, {
      predictions: [{ image: images[0], predictions: [{ tag: 'good', score: 0.5 }] }],
    }),
    'dataset run close': async () => {
      const made = await call(stack, '/dataset/bolts/run', { body: { name: spare, live: true } });
      const { number } = made.body;
      return made.status === 200
        ? call(stack, `/dataset/bolts/run/${number}/close`, { method: 'POST' })
        : made;
    },
    'dataset run detect': async () => {
      const body = { name: spare, source: 'detect', filter: { to: 1 } };
      const made = await call(stack, '/dataset/spots/run', { body });
      return made.status === 200
        ? call(stack, `/dataset/spots/run/${made.body.number}/detect`, { method: 'POST' })
        : made;
    },
    'dataset run delete': send('DELETE', `/dataset/bolts/run/${runs[1]}`),
    'dataset run evaluate': post(`/dataset/bolts/run/${ready}/evaluate`, { version: one }),
    'dataset run images': get(`/dataset/bolts/run/${ready}/images?order=score`),
    'dataset run compare': get(`/dataset/bolts/run/${ready}/compare/${ready}?version=${other}`),
    'dataset run review': post(`/dataset/bolts/run/${ready}/review`, { order: 'missed', count: 1 }),
    'dataset run export': () => fetchFile(`${stack.baseUrl}/dataset/bolts/run/${ready}/export?format=ndjson`),
    'dataset run accept': () =>
      call(stack, `/dataset/${looked}/run/${LOOKED_RUN}/accept`, {
        headers,
        body: { threshold: 0.5, tags: ['light'] },
      }),
    'dataset acceptances': get(`/dataset/${looked}/acceptance`),
    'dataset acceptance review': post(`/dataset/${looked}/acceptance/${acceptances[0]}`, {
      reviewed: [{ image: `${looked}-4`, revision: 0, correct: true }],
    }),
    'dataset acceptance undo': send('POST', `/dataset/${looked}/acceptance/${acceptances[1]}/undo`),
    'dataset suggest': get(`/dataset/${looked}/suggest`),
    'dataset similar': get(`/dataset/${looked}/images/${looked}-0/similar`),
    'dataset find': get(`/dataset/${looked}/find?kind=wrong`),
    'dataset suggest make': () => call(stack, `/dataset/${looked}/suggest`, { method: 'POST', headers }),
    'dataset suggest vectors': send('POST', `/dataset/${looked}/suggest/vectors`),
    'image getb64': get(`/image/getb64/image/${encoded}`),
    'image detect': get(`/image/detect/image/${encoded}`),
    'image put mask': () =>
      call(stack, `/image/mask/image/${encoded}?tag=good`, {
        method: 'PUT',
        body: png,
        headers: { 'content-type': 'image/png' },
      }),
    'image delete mask': () => call(stack, `/image/mask/image/${encoded}?tag=bad`, { method: 'DELETE' }),
    'image delete': get(`/image/delete/image/${victim}`),
    'monitor start': get(`/monitor/${start}/start`),
    'monitor stop': get(`/monitor/${stop}/stop`),
    'monitor image': async () => call(stack, '/monitor/line-1/image', { body: await frame(next) }),
    'monitor updateTags': post('/monitor/updateTags', { dataset: 'bolts', imageID: images[1], tags }),
    'monitor list': get('/monitor'),
    'monitor make': () => call(stack, '/monitor', { headers, body: { name: spare, dataset: 'bolts' } }),
    'monitor change': send('PATCH', `/monitor/${start}`, { name: spare }),
    'monitor member list': get(`/monitor/${start}/members`),
    'monitor member set': send('PUT', `/monitor/${start}/members/a%40b.example`, { role: 'viewer' }),
    'monitor member remove': send('DELETE', `/monitor/${start}/members/someone`),
    'monitor accept': accept(`/monitor/${start}`),
    'monitor offer end': send('DELETE', `/monitor/${start}/members/accept`),
    'monitor key list': get(`/monitor/${start}/keys`),
    'monitor key make': send('POST', `/monitor/${start}/keys`),
    'monitor key take': send('PUT', `/monitor/${stop}/keys/${keys[1].slice(0, 12)}`),
    'monitor key revoke': send('DELETE', `/monitor/${stop}/keys/${keys[0].slice(0, 12)}`),
    'monitor command ask': post(`/monitor/${start}/command`, { command: 'capture' }),
    'monitor command list': get(`/monitor/${start}/command`),
    'monitor token': post(`/monitor/${start}/token`, {}),
    'monitor hook list': get(`/monitor/${stop}/hook`),
    'monitor hook make': post(`/monitor/${stop}/hook`, {
      url: 'http://127.0.0.1:9/',
      events: ['session.started'],
    }),
    'monitor hook show': get(`/monitor/${stop}/hook/kept`),
    'monitor hook change': send('PATCH', `/monitor/${stop}/hook/kept`, { name: 'Mail' }),
    'monitor hook test': send('POST', `/monitor/${stop}/hook/kept/test`),
    'monitor hook delete': send('DELETE', `/monitor/${stop}/hook/gone`),
    'monitor delete': send('DELETE', `/monitor/${doomed}`),
    'git status': post('/service-git/status', {}),
    'git add': post('/service-git/add', { stageAll: true }),
    'git fetch': post('/service-git/fetch', {}),
    'git push': post('/service-git/push', {}),
    'git reset': post('/service-git/reset', { commitRef: 'HEAD', resetMode: 'mixed' }),
  };
}

/** What leads to a file elsewhere is as good as the file. */
async function fetchFile(url: string): Promise<Seen> {
  const { status, headers, body } = await fetch(url, { redirect: 'manual' });
  await body?.cancel();
  return { status: status === 302 ? 200 : status, headers };
}

async function downloadZip({ baseUrl }: TestStack, body: object): Promise<Seen> {
  const response = await fetch(`${baseUrl}/dataset/bolts/downloadZip`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  await response.arrayBuffer();
  return response;
}
