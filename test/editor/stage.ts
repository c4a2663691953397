/** A real flow editor with the plugin, the sample project, and a real remote; all in a folder of its own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { git } from '../../emulators/stack/git.ts';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { layOutVolume, PROJECT_NAME } from '../../emulators/stack/project-volume.ts';
import { installBuilt, installBuiltNodes } from './built-plugin.ts';

export interface Stage {
  url: string;
  /** The editor's user directory. */
  volume: string;
  /** The project's folder. */
  project: string;
  remote: RunningGitRemote;
  editor: RunningEditor;
  /** Runs native git in the project. */
  git(...args: string[]): Promise<string>;
  /**
   * Another clone pushes a change to the remote.
   * @returns the commit
   */
  pushFromElsewhere(change: Elsewhere): Promise<string>;
  close(): Promise<void>;
}

export interface Elsewhere {
  path: string;
  edit: (text: string) => string;
  message: string;
  /** A new branch; default `main`. */
  branch?: string;
}

export interface StageOptions {
  packageName?: string;
  /** Text of settings.js, instead of the sample's. */
  settings?: string;
  /** Installs the plugin into the user directory; by default built from source. */
  install?: (volume: string) => Promise<unknown>;
  /** From now on the remote requires credentials. */
  remoteLogin?: { user: string; password: string };
  /** Called when the volume is prepared, before the editor starts. */
  prepare?: (volume: string, project: string) => Promise<unknown>;
}

/**
 * Settings of an editor without questions.
 * @param more lines of the object, each with its comma
 */
export const settingsWith = (
  more: string,
  theme = 'projects: { enabled: true }',
): string => `module.exports = {
  flowFile: 'flows.json',
  telemetry: { enabled: false, updateNotification: false },
  // Otherwise each start runs npm, to see whether it could install more.
  externalModules: { palette: { allowInstall: false } },
  editorTheme: { tours: false, ${theme} },
  ${more}
};
`;

/** The least that the nodes take for a picture: the stack, which would decode it, is not part of these tests. */
const PICTURE = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

/** The sample's flow calls a camera and the local stack, which are not part of these tests: this server answers like them. */
async function startSurroundings(): Promise<{ env: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/camera.jpg')
      return response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(PICTURE);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"data":{"error":false,"result":"Added image","id":"line-1-frame"}}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { env: { SIGHTLINE_CAMERA: `${base}/camera.jpg`, SIGHTLINE_URL: base }, close };
}

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-editor-'));
  const credentials: Record<string, { user: string; password: string }> = {};
  const remote = await startGitRemote({ port: 0, directory: join(root, 'remotes'), credentials });
  const volume = join(root, 'volume');
  const project = await layOutVolume(volume, remote);
  await writeFile(join(volume, 'settings.js'), options.settings ?? settingsWith(''));
  // As in a user directory; otherwise a parent folder of this one would decide which kind of module
  // settings.js is.
  await writeFile(join(volume, 'package.json'), '{"name":"node-red-project","private":true}\n');
  await (options.install ?? installBuilt)(volume);
  await installBuiltNodes(volume);
  await options.prepare?.(volume, project);
  if (options.remoteLogin !== undefined) credentials[PROJECT_NAME] = options.remoteLogin;
  const { packageName } = options;
  const surroundings = await startSurroundings();
  const editor = await startEditor({
    port: await freePort(),
    userDirectory: volume,
    env: surroundings.env,
    ...(packageName !== undefined && { packageName }),
  });
  const close = async () => {
    await editor.close();
    await surroundings.close();
    await remote.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    url: editor.url,
    volume,
    project,
    remote,
    editor,
    close,
    pushFromElsewhere: (change) => pushChange(root, remote, change),
    git: (...args) => gitInTurn(project, args),
  };
}

/** Native git fails at once if another process uses the index; a person would try again, and so does this. */
async function gitInTurn(project: string, args: string[], tries = 40): Promise<string> {
  try {
    return await git(project, args);
  } catch (error) {
    if (tries === 0 || !String(error).includes('index.lock')) throw error;
    await sleep(100);
    return gitInTurn(project, args, tries - 1);
  }
}

const GRACE = {
  GIT_AUTHOR_NAME: 'Grace',
  GIT_AUTHOR_EMAIL: 'grace@sightline.test',
  GIT_COMMITTER_NAME: 'Grace',
  GIT_COMMITTER_EMAIL: 'grace@sightline.test',
};

let clones = 0;

async function pushChange(root: string, remote: RunningGitRemote, change: Elsewhere): Promise<string> {
  const { path, edit, message, branch } = change;
  const clone = join(root, `clone-${++clones}`);
  await git(root, ['clone', '-q', remote.url(PROJECT_NAME), clone]);
  if (branch !== undefined) await git(clone, ['checkout', '-q', '-b', branch]);
  const before = await readFile(join(clone, path), 'utf8').catch(() => '');
  await writeFile(join(clone, path), edit(before));
  await git(clone, ['add', '--all']);
  await git(clone, ['commit', '-q', '-m', message], GRACE);
  await git(clone, ['push', '-q', 'origin', 'HEAD']);
  return git(clone, ['rev-parse', 'HEAD']);
}
