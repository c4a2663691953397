/**
 * Shared setup of the suites for hostile input and faults: the whole stack, records, an editor's project, and digests of
 * their content.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FunctionName } from '../../emulators/stack/function.ts';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume, PROJECT_NAME } from '../../emulators/stack/project-volume.ts';
import type { Known } from '../../functions/src/common/http/sample.ts';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { leaseAuth } from '../support/auth.ts';
import { furnish, picture, records, upload } from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { registerPerson } from '../support/people.ts';
import { startTestStack, type TestStack, type TestStackOptions } from '../support/stack.ts';

export interface Stage {
  stack: TestStack;
  remote: RunningGitRemote;
  /** Folder of the editor's project. */
  project: string;
  /** Folder of all files. */
  root: string;
  known: Known;
  close(): Promise<void>;
}

const FUNCTIONS: FunctionName[] = ['dataset', 'image', 'monitor', 'service-git'];

export interface Between {
  /** Address of a proxy in front of the git remote. */
  remote(remote: RunningGitRemote): string;
  /** Called before the first request. */
  opened(stack: TestStack): void;
}

/** @param between proxies between the functions and their dependencies */
export async function openStage(options: TestStackOptions = {}, between?: Between): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-faults-'));
  const volume = join(root, 'volume');
  const own = await startGitRemote({ port: 0, directory: join(root, 'remotes') });
  const remote = between ? { ...own, url: (name: string) => `${between.remote(own)}/${name}.git` } : own;
  const project = await layOutVolume(volume, remote);
  const auth = await leaseAuth();
  const env = {
    EDITOR_VOLUME: volume,
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
    ...options.env,
  };
  // `FUNCTIONS_DIRECTORY` allows testing a copy while others build.
  const { FUNCTIONS_DIRECTORY: directory } = process.env;
  const stack = await startTestStack({
    functions: FUNCTIONS,
    ...(directory && { directory }),
    ...options,
    env,
  });
  between?.opened(stack);
  await furnish(stack);
  // Some routes need a person.
  await registerPerson(auth, stack.projectId, 'owner');
  await furnishMore(stack);
  const known = await fill(stack, project);
  const close = async () => {
    await stack.close();
    await own.close();
    await auth.close();
    await rm(root, { recursive: true, force: true });
  };
  return { stack, remote, project, root, known, close };
}

/** Records that requests may delete and change, in addition to those that others need. */
async function furnishMore({ firestore }: TestStack): Promise<void> {
  const people = { owner: 'owner', members: {}, people: ['owner'] };
  await firestore.doc('dataset/doomed').set({ name: 'Doomed', type: 'ANOMALY', tags: [], ...people });
  await firestore.doc('dataset/other/tag/spare').set({ id: 'spare', name: 'spare' });
  const hook = { url: 'http://127.0.0.1:9/', secret: 'whsec_', name: '', by: '' };
  for (const [owner, event] of [
    ['dataset/other', 'run.ready'],
    ['monitor/spare', 'session.started'],
  ])
    for (const id of ['kept', 'gone'])
      await firestore.doc(`${owner}/hook/${id}`).set({ ...hook, events: [event], createdAt: new Date() });
  for (const id of ['doomed', 'spare']) await firestore.doc(`monitor/${id}`).set({ name: id, ...people });
}

/** A few images, one of which may be deleted, and annotations. */
async function fill(stack: TestStack, project: string): Promise<Known> {
  for (let number = 0; number < 6; number += 1) {
    const { status } = await upload(stack, number, { tag: number % 2 ? 'good' : 'bad' });
    if (status !== 200) throw new Error(`The stage could not be filled: ${status}`);
  }
  const found = [...(await records(stack, 'image'))].sort(([a], [b]) => (a < b ? -1 : 1));
  const encoded = found.map(([, { uri }]) => encodeObjectName(String(uri).split('/').slice(3).join('/')));
  return {
    params: {
      dataset_id: 'bolts',
      monitor_id: 'line-1',
      tag_id: 'good',
      image: 'bolts-0001',
      encoded_uri: encoded[0] as string,
      version: '1',
      job: '1',
      other: 'latest',
      run: '1',
      import_id: 'parts',
      hash: '0123456789ab',
      hook: 'kept',
      who: 'someone%40example.org',
      acceptance: 'none',
      file: 'image.jpg',
    },
    spare: { dataset: 'other', monitor: 'spare' },
    doomed: {
      dataset: 'doomed',
      name: 'Doomed',
      monitor: 'doomed',
      tag: 'spare',
      hook: 'gone',
      image: encoded[5] as string,
    },
    kept: 'foreign',
    admitted: 'spare',
    images: found.slice(0, 5).map(([id]) => id),
    runs: { sent: '2', ready: '3' },
    jpeg: await picture(7),
    png: await maskPng(320, 240),
    commit: await git(project, 'rev-parse', 'HEAD'),
  };
}

/** Asynchronous, because this process serves the remote. */
export async function git(directory: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: directory, maxBuffer: 1e8 });
  return stdout.trim();
}

/** A publisher may still change these; the end of a suite compares them with the records. */
const COUNTERS = new Set(['imageCounter', 'annotationCounter', 'unlabelledCounter', 'sets', 'tags']);

/**
 * Digest of the records of datasets, tags, images, monitors and sessions, and of the project's HEAD, refs, index and files.
 */
export async function digest({ stack, project }: Stage): Promise<string> {
  const queries = ['dataset', 'image', 'monitor', 'session'].map((name) => stack.firestore.collection(name));
  const pages = await Promise.all(
    [...queries, stack.firestore.collectionGroup('tag')].map((each) => each.get()),
  );
  const documents = pages.flatMap(({ docs }) =>
    docs.map((each) => [
      each.ref.path,
      plain(each.ref.parent.id === 'image' ? each.data() : uncounted(each.data())),
    ]),
  );
  return hash(JSON.stringify([documents.sort(byPath), await projectState(project)]));
}

const byPath = ([a]: unknown[], [b]: unknown[]): number => (String(a) < String(b) ? -1 : 1);

const uncounted = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !COUNTERS.has(name)));

/** References are replaced by their paths, bytes by their hash; keys are sorted. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return hash(value);
  if ('firestore' in value && 'path' in value) return value.path;
  if ('toMillis' in value) return String((value as { toMillis(): number }).toMillis());
  if (Array.isArray(value)) return value.map(plain);
  const entries = Object.entries(value).sort(byPath);
  return Object.fromEntries(entries.map(([key, each]) => [key, plain(each)]));
}

async function projectState(project: string): Promise<unknown> {
  const [refs, index] = await Promise.all([
    git(project, 'for-each-ref', '--format=%(refname) %(objectname) %(symref)'),
    git(project, 'ls-files', '--stage'),
  ]);
  const head = await readFile(join(project, '.git/HEAD'), 'utf8');
  const config = await readFile(join(project, '.git/config'), 'utf8');
  return [refs, index, head, config, await filesOf(project)];
}

async function filesOf(project: string): Promise<unknown> {
  const found = await readdir(project, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile() && !`${each.parentPath}/`.includes('/.git/'));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Promise.all(paths.map(async (path) => [path, hash(await readFile(path))]));
}

const hash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Where a request is sent: to the front, or to the framework's own port. */
export function addressOf({ stack }: Stage, name: string, via: 'front' | 'function') {
  if (via === 'function')
    return { host: '127.0.0.1', port: stack.functions[name]?.port as number, prefix: '' };
  const { hostname, port, pathname } = new URL(stack.baseUrl);
  return { host: hostname, port: Number(port), prefix: `${pathname}/${name}` };
}

export { PROJECT_NAME };
