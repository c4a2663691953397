/** The stack with a proxy before each dependency, the flow editor too, and one call of each route. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { encodeObjectName } from '../../functions/src/image/encoded-uri.ts';
import { type Answered, call, frame } from '../support/factory.ts';
import type { TestStack } from '../support/stack.ts';
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

/** Works in the very folder that the function has mounted. */
const openEditor = async ({ root }: Stage): Promise<RunningEditor> =>
  startEditor({ port: await freePort(), userDirectory: join(root, 'volume') });

function environment(projectId: string, proxies: Proxies): Record<string, string> {
  const { firestore, storage, database, vision, editor } = proxies;
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
    EDITOR_URL: `http://${editor.address}`,
  };
}

/** What the routes of one cell work on: each cell has its own. */
export interface Subjects {
  start: string;
  stop: string;
  frame: number;
  victim: string;
  victimId: string;
}

let number = 100;

/** @throws when a route fails although nothing is out of order */
export async function prepare({ stack }: Stage): Promise<Subjects> {
  number += 10;
  const { firestore } = stack;
  const names = { start: `start-${number}`, stop: `stop-${number}` };
  for (const name of Object.values(names))
    await firestore
      .doc(`monitor/${name}`)
      .set({ name, owner: 'owner', members: {}, dataset: firestore.doc('dataset/bolts') });
  requireGood(await call(stack, `/monitor/${names.stop}/start`));
  const kept = requireGood(await call(stack, `/monitor/${names.stop}/image`, { body: await frame(number) }));
  const id = String(kept.body.data.id);
  const uri = String((await firestore.doc(`image/${id}`).get()).get('uri'));
  const victim = encodeObjectName(uri.split('/').slice(3).join('/'));
  return { ...names, frame: number + 1, victim, victimId: id };
}

function requireGood(answer: Answered): Answered {
  if (answer.status === 200) return answer;
  throw new Error(`Nothing is out of order, and yet: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** What of an answer the matrix looks at; `body` is absent for an archive. */
export type Seen = Pick<Answered, 'status' | 'headers'> & Partial<Pick<Answered, 'body'>>;

/** One call of each route. */
export function calls(
  { stack, known }: Stage,
  { start, stop, frame: next, victim }: Subjects,
): Record<RouteName, () => Promise<Seen>> {
  const { images, encoded } = known;
  const tags = [{ tag: 'good', x: 0.1, y: 0.1, w: 0.5, h: 0.5 }];
  const get = (path: string) => () => call(stack, path);
  const post = (path: string, body: object) => () => call(stack, path, { body });
  return {
    'dataset csv': get('/dataset/bolts/csv'),
    'dataset downloadZip': () => downloadZip(stack, { images: images.slice(0, 3) }),
    'dataset annotationsCrops': get('/dataset/bolts/annotationsCrops/good'),
    'dataset refreshCounters': () => call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' }),
    'image getb64': get(`/image/getb64/image/${encoded}`),
    'image detect': get(`/image/detect/image/${encoded}`),
    'image delete': get(`/image/delete/image/${victim}`),
    'monitor start': get(`/monitor/${start}/start`),
    'monitor stop': get(`/monitor/${stop}/stop`),
    'monitor image': async () => call(stack, '/monitor/line-1/image', { body: await frame(next) }),
    'monitor updateTags': post('/monitor/updateTags', { dataset: 'bolts', imageID: images[1], tags }),
    'git status': post('/service-git/status', {}),
    'git add': post('/service-git/add', { stageAll: true }),
    'git fetch': post('/service-git/fetch', {}),
    'git push': post('/service-git/push', {}),
    'git reset': post('/service-git/reset', { commitRef: 'HEAD', resetMode: 'mixed' }),
  };
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
