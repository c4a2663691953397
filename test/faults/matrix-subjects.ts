/** The stack with a proxy in front of each dependency, including the flow editor, and the records that a cell's calls are about. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import type { Known, Sample } from '../../functions/src/common/http/sample.ts';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { installBuiltNodes } from '../editor/built-plugin.ts';
import { type Answered, call, frame, picture, sha256 } from '../support/factory.ts';
import { putLooked } from '../support/looked-dataset.ts';
import { putRun } from '../support/ready-run.ts';
import type { TestStack } from '../support/stack.ts';
import { writeZip } from '../support/write-zip.ts';
import { DEPENDENCIES, type Dependency } from './matrix-cells.ts';
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

/** What the calls of one cell are about; each cell has its own. */
export interface Subjects {
  known: Known;
  /** Of operations that would be in each other's way, or that need a record of a kind of its own. */
  own: Readonly<Record<string, Own>>;
  /** Number of the frame that is sent. */
  frame: number;
  /** Id of the image that may be deleted. */
  victim: string;
  /** Link of an export to an image. */
  link: string;
}

export type Own = Partial<Omit<Known, 'params'>> & Pick<Sample, 'params' | 'query' | 'body'>;

let number = 100;

/** @throws if a route fails without a fault */
export async function prepare(stage: Stage): Promise<Subjects> {
  number += 10;
  const { stack, known } = stage;
  const spare = await furnishSpare(stack);
  const { id, victim } = await takeFrame(stack, spare.stop);
  const versions = [await version(stack, 0), await version(stack, 50)].map(String);
  const runs = [await run(stack), await run(stack), await run(stack)].map(String);
  const sent = [await sentRun(stack, id), await sentRun(stack, id)].map(String);
  const parts = [await importParts(stack), await importParts(stack)];
  const lines = [{ image: id, predictions: [] }];
  const ready = String(await putRun(stack, { dataset: 'bolts', number: 1000 + number, lines }));
  const spots = String(await spotsRun(stack));
  const suggested = await furnishSuggested(stack);
  const at = (params: Record<string, string>): Own => ({ params });
  const acceptance = (which: number) => at({ ...suggested.at, acceptance: suggested.acceptances[which]! });
  const finding = { params: suggested.at, images: suggested.images, runs: { sent: '', ready: LOOKED_RUN } };
  return {
    known: {
      ...known,
      params: {
        ...{ ...known.params, version: versions[0]!, other: versions[1]!, run: runs[0]! },
        ...{ import_id: parts[0]!, hash: spare.keys[0], hook: 'kept' },
      },
      spare: { dataset: spare.name, monitor: spare.name },
      doomed: {
        dataset: spare.doomed,
        name: spare.doomed,
        monitor: spare.doomed,
        tag: 'gone',
        hook: 'gone',
        image: victim,
      },
      kept: 'kept',
      admitted: spare.start,
      runs: { sent: sent[0]!, ready },
    },
    own: {
      startSession: at({ monitor_id: spare.start }),
      stopSession: at({ monitor_id: spare.stop }),
      ...Object.fromEntries(
        ['askCommand', 'listCommands', 'tellCommand', 'makeToken'].map((each) => [
          each,
          at({ monitor_id: spare.start }),
        ]),
      ),
      // While a version is made, nobody knows what would stay.
      previewRetention: at({ dataset_id: spare.name }),
      takeKey: at({ hash: spare.keys[1] }),
      restoreDataset: { doomed: { ...known.doomed, dataset: spare.name } },
      makeKey: { spare: { ...known.spare, monitor: spare.start } },
      makeVersion: { body: {} },
      previewVersion: { body: {} },
      exportVersion: { query: { format: 'csv' } },
      makeRun: { body: { name: spare.name, size: 9 } },
      checkImport: { body: {} },
      runImport: { params: { import_id: parts[1]! }, body: {} },
      checkRun: { body: {} },
      finishRun: { runs: { sent: sent[1]!, ready }, body: {} },
      evaluateRun: { body: { version: Number(versions[0]) } },
      listRunImages: { query: { order: 'score' } },
      exportRun: { query: { format: 'ndjson' } },
      closeRun: at({ run: runs[1]! }),
      deleteRun: { runs: { sent: runs[2]!, ready } },
      detectRun: at({ dataset_id: 'spots', run: spots }),
      ...Object.fromEntries(
        [
          'showSuggest',
          'makeSuggestions',
          'addVectors',
          'findSimilar',
          'listAcceptances',
          'makeAcceptance',
        ].map((each) => [each, finding]),
      ),
      findImages: { ...finding, query: { kind: 'wrong' } },
      reviewAcceptance: {
        ...acceptance(0),
        body: { reviewed: [{ image: suggested.images[0], revision: 0, correct: true }] },
      },
      undoAcceptance: acceptance(1),
    },
    frame: number + 1,
    victim: id,
    link: await linkOf(stack, versions[0]!),
  };
}

/** A dataset and a monitor that may be changed, ones that may be deleted, and monitors to start and to stop. */
async function furnishSpare({ firestore }: TestStack) {
  const names = {
    name: `spare-${number}`,
    doomed: `doomed-${number}`,
    start: `start-${number}`,
    stop: `stop-${number}`,
  };
  const { name, doomed } = names;
  const people = { owner: 'owner', members: {}, people: ['owner'] };
  const bolts = firestore.doc('dataset/bolts');
  for (const id of [name, doomed])
    await firestore.doc(`dataset/${id}`).set({ type: 'ANOMALY', tags: [], name: id, ...people });
  for (const id of Object.values(names))
    await firestore.doc(`monitor/${id}`).set({ name: id, dataset: bolts, ...people });
  const keys = ['one', 'two'].map((each) => sha256(Buffer.from(name + each)));
  const [dataset, monitor] = [firestore.doc(`dataset/${name}`), firestore.doc(`monitor/${name}`)];
  for (const key of keys) await firestore.doc(`deviceKey/${key}`).set({ monitor, created: new Date() });
  await firestore.doc(`datasetKey/${keys[0]}`).set({ dataset, created: new Date(), role: 'viewer' });
  for (const id of ['kept', 'gone']) {
    await dataset.collection('tag').doc(id).set({ id, name: id, color: '' });
    // Nobody answers there.
    const hook = { url: 'http://127.0.0.1:9/', secret: 'whsec_', name: '', by: '', createdAt: new Date() };
    await dataset
      .collection('hook')
      .doc(id)
      .set({ ...hook, events: ['run.ready'] });
    await monitor
      .collection('hook')
      .doc(id)
      .set({ ...hook, events: ['monitor.silent'] });
  }
  return { ...names, keys: keys.map((key) => key.slice(0, 12)) as [string, string] };
}

/** An image that may be deleted, of a session that may be stopped. */
async function takeFrame(stack: TestStack, monitor: string): Promise<{ id: string; victim: string }> {
  requireGood(await call(stack, `/monitor/${monitor}/start`));
  const kept = requireGood(await call(stack, `/monitor/${monitor}/image`, { body: await frame(number) }));
  const id = String(kept.body.data.id);
  const uri = String((await stack.firestore.doc(`image/${id}`).get()).get('uri'));
  return { id, victim: encodeObjectName(uri.split('/').slice(3).join('/')) };
}

async function version(stack: TestStack, test: number): Promise<number> {
  return requireGood(await call(stack, '/dataset/bolts/version', { body: { test } })).body.number;
}

async function run(stack: TestStack): Promise<number> {
  const body = { name: `run ${number}`, live: true };
  return requireGood(await call(stack, '/dataset/bolts/run', { body })).body.number;
}

/** @returns number of a run of the detector about no image */
async function spotsRun(stack: TestStack): Promise<number> {
  const people = { owner: 'owner', members: {}, people: ['owner'] };
  await stack.firestore
    .doc('dataset/spots')
    .set({ type: 'imageObjectDetection', name: 'spots', tags: [], ...people });
  const body = { name: `spots ${number}`, source: 'detect', filter: { to: 1 } };
  return requireGood(await call(stack, '/dataset/spots/run', { body })).body.number;
}

async function linkOf({ baseUrl }: TestStack, version: string): Promise<string> {
  const lines = await fetch(`${baseUrl}/dataset/bolts/version/${version}/export?format=ndjson`);
  return (JSON.parse((await lines.text()).split('\n')[1] ?? '') as { url: string }).url;
}

/** A dataset with suggestions and two acceptances. */
async function furnishSuggested(stack: TestStack) {
  const dataset = `looked-${number}`;
  await putLooked(stack, dataset);
  const acceptances = [await acceptance(stack, dataset), await acceptance(stack, dataset)];
  const at = { dataset_id: dataset, image: `${dataset}-0`, tag_id: 'light', run: LOOKED_RUN };
  return { at, acceptances, images: [`${dataset}-4`, `${dataset}-5`] };
}

/** Number of the run of a dataset with suggestions. */
const LOOKED_RUN = '100';

/** Of the image that may be dark. @returns its id */
async function acceptance(stack: TestStack, dataset: string): Promise<string> {
  const lines = ['dark', 'light'].map((tag, at) => ({
    image: `${dataset}-${4 + at}`,
    predictions: [{ tag, score: 0.9 }],
  }));
  await putRun(stack, { dataset, number: Number(LOOKED_RUN), lines });
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
