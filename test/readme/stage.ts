/**
 * Where the commands of a page run: a temporary folder that looks like the working copy, with a local stack of its own whose
 * editor volume is at the place that the page names. The real working copy does not change.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { compileClient } from '../../client/build.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { HOST, PORTS, type StackPorts } from '../../emulators/stack/ports.ts';
import { findPorts, launchStack } from '../support/launch-stack.ts';
import { Shell } from './shell.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Commands write into these folders, or they belong to somebody else: they are not linked. */
const OWN = ['.git', '.sightline', '.export', 'test-artifacts', 'editor-plugin', 'flow-nodes', 'client'];

export interface Stage {
  /** The copy of the working copy. */
  folder: string;
  baseUrl: string;
  ports: StackPorts;
  openShell(): Shell;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const scratch = await mkdtemp(join(tmpdir(), 'sightline-readme-'));
  const folder = join(scratch, 'sightline');
  const home = join(scratch, 'home');
  await layOutCopy(folder);
  await installClient(scratch);
  await layOutHome(home);
  const ports = await findPorts();
  const stack = launchStack(ports, join(folder, '.sightline'));
  const shells: Shell[] = [];
  const close = async () => {
    for (const shell of shells) shell.close();
    stack.process.kill('SIGTERM');
    await stack.ended;
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  await stack.untilReady().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const openShell = () => {
    const shell = new Shell(scratch, folder, environment(ports, home));
    shells.push(shell);
    return shell;
  };
  const baseUrl = `http://${HOST}:${ports.functions}/demo-sightline/us-central1`;
  return { folder, baseUrl, ports, openShell, close };
}

/** A command of a page packs these folders, so they are real copies. */
async function layOutCopy(folder: string): Promise<void> {
  await mkdir(folder);
  for (const name of await readdir(ROOT)) {
    if (!OWN.includes(name)) await symlink(join(ROOT, name), join(folder, name));
  }
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const name of ['editor-plugin', 'flow-nodes', 'client'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isSource });
}

/** The client's package where programs of the copy find it, and the web SDK where the client does. */
async function installClient(scratch: string): Promise<void> {
  const packages = join(scratch, 'node_modules');
  const place = join(packages, '@sightline/client');
  await mkdir(place, { recursive: true });
  await cp(join(ROOT, 'client/package.json'), join(place, 'package.json'));
  await compileClient(join(place, 'dist'));
  await symlink(join(ROOT, 'node_modules/firebase'), join(packages, 'firebase'));
}

/** A user with a few photos. */
async function layOutHome(home: string): Promise<void> {
  await mkdir(join(home, 'Pictures'), { recursive: true });
  const blobs = join(ROOT, 'emulator-data/storage_export/blobs');
  for (const name of ['bolts-0004.jpg', 'bolts-0005.jpg', 'bolts-0006.jpg'])
    await cp(join(blobs, name), join(home, 'Pictures', name));
}

/** Commands of the project use the default ports unless told otherwise. */
function environment({ git: _, functions, ...ports }: StackPorts, home: string): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: __, SIGHTLINE_BROKER: ___, ...own } = process.env;
  const addresses = Object.entries(ports).map(([name, port]) => [name, `${HOST}:${port}`]);
  const { ACCESS: ____, ...told } = functionEnvironment(Object.fromEntries(addresses));
  const path = `${join(ROOT, 'node_modules/.bin')}:${own.PATH}`;
  const url = { SIGHTLINE_URL: `http://${HOST}:${functions}/demo-sightline/us-central1` };
  // The package as it is in the working copy, which stays as it is.
  const python = { PYTHONPATH: join(ROOT, 'python'), PYTHONDONTWRITEBYTECODE: '1' };
  return { ...own, ...told, ...url, ...python, PATH: path, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

/** The only changes to a printed command: addresses of the stack, as options if a command has fixed ones. */
export function rewrite(command: string, { ports, baseUrl }: Stage): string {
  let text = command;
  for (const name of Object.keys(PORTS) as (keyof StackPorts)[])
    text = text.replaceAll(`${HOST}:${PORTS[name]}`, `${HOST}:${ports[name]}`);
  return text
    .replace(/^npm run (-s )?camera -- /, `npm run -s camera -- --url ${baseUrl} `)
    .replace(/^(python3 \S+camera\.py) /, `$1 --url ${baseUrl} `)
    .replace(/^(sh \S+camera\.sh) /, `$1 -u ${baseUrl} `)
    .replace(/^npm run (-s )?boxes -- /, `npm run -s boxes -- --base-url=${baseUrl} `)
    .replace(/^npm run (?!-s)/, 'npm run -s ');
}
