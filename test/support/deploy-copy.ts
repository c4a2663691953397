/** A copy of the files that the command line reads, so that a deployment in a test does not build under other tests. */
import { spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { writeParameters } from '../../deploy/write-parameters.ts';
import { recordGcloud } from './gcloud.ts';
import type { Google } from './google/google.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CLI = join(ROOT, 'node_modules/firebase-tools/lib/bin/firebase.js');
const PROJECT = 'a-project';

/** Hooks before a deployment only write their name; those after it are the real ones. */
const noted = (name: string, ...more: string[]) => [`echo ${name} >> hooks`, ...more].join(' && ');
const SCRIPTS = {
  lint: noted('lint'),
  types: noted('types'),
  build: noted('build'),
  'build:site': noted('build:site', 'mkdir -p .hosting', 'echo page > .hosting/index.html'),
  'mount-volume': noted('mount-volume', 'node deploy/mount-volume.ts'),
  'bucket-lifecycle': noted('bucket-lifecycle', 'node deploy/bucket-lifecycle.ts'),
  'bucket-cors': noted('bucket-cors', 'node deploy/bucket-cors.ts'),
};

export interface Ended {
  code: number | null;
  output: string;
  /** Executed hooks of firebase.json, in order. */
  hooks: string[];
  /** gcloud commands of the hooks. */
  gcloud: string[];
}

export interface DeployCopy {
  /** Adds parameters to those of the project. */
  set(parameters: Record<string, string>): Promise<void>;
  /** `firebase deploy --non-interactive` with more options, as in CI. */
  deploy(google: Google, gcloud?: Record<string, unknown>, more?: readonly string[]): Promise<Ended>;
  remove(): Promise<void>;
}

/** Folder of the built functions. */
export async function copyForDeployment(): Promise<DeployCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-deployment-'));
  const functions = join(folder, 'functions');
  await mkdir(functions);
  // emulators/storage: the bucket's CORS rule, which the local Storage server and the hook share; packages/git: what the command
  // line says of an unknown option.
  const shared = ['emulators/storage', 'packages/git/src/validate'];
  for (const name of ['firebase.json', '.firebaserc', 'rules', 'deploy', ...shared])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'lib', 'src', '.env', '.env.local'])
    await cp(join(ROOT, 'functions', name), join(functions, name), { recursive: true });
  await symlink(join(ROOT, 'functions/node_modules'), join(functions, 'node_modules'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: SCRIPTS }));
  await writeParameters(PROJECT, {}, { directory: functions });
  const set = (parameters: Record<string, string>) =>
    appendFile(
      join(functions, `.env.${PROJECT}`),
      Object.entries(parameters)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  return {
    set,
    deploy: (google, gcloud = {}, more = []) => deploy(folder, google, gcloud, more),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function deploy(
  folder: string,
  google: Google,
  answers: Record<string, unknown>,
  more: readonly string[],
): Promise<Ended> {
  const gcloud = await recordGcloud();
  await gcloud.record(answers);
  await rm(join(folder, 'hooks'), { force: true });
  const { NODE_OPTIONS: _, ...env } = process.env;
  const own = {
    ...google.env,
    // Seconds to load the functions in: ten are few on a busy machine.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    FIREBASE_TOKEN: 'a-token',
    HOME: folder,
    PATH: [join(ROOT, 'node_modules/.bin'), gcloud.path].join(delimiter),
    // The address of the App Engine check cannot be redirected, so the check is off: nothing may leave the machine.
    METADATA_SERVER_DETECTION: 'none',
    // Nor does npm ask its registry about newer versions, each of the many times that it is started.
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const args = [CLI, 'deploy', '--project', PROJECT, '--non-interactive', ...more];
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...env, ...own } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  const hooks = (await readFile(join(folder, 'hooks'), 'utf8').catch(() => '')).split('\n').filter(Boolean);
  const calls = await gcloud.calls();
  await gcloud.remove();
  return { code, output, hooks, gcloud: calls };
}
