/** A real flow editor with the plugin, the sample project, and a real remote behind it; all in a folder of its own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { installPlugin } from '../../emulators/stack/editor-plugin.ts';
import { git } from '../../emulators/stack/git.ts';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { layOutVolume, PROJECT_NAME } from '../../emulators/stack/project-volume.ts';

export interface Stage {
  url: string;
  /** The editor's user directory. */
  volume: string;
  /** The project's folder. */
  project: string;
  remote: RunningGitRemote;
  editor: RunningEditor;
  /** Native git in the project. */
  git(...args: string[]): Promise<string>;
  /** Another clone pushes a change to the remote. @returns what it committed */
  pushFromElsewhere(change: Elsewhere): Promise<string>;
  close(): Promise<void>;
}

export interface Elsewhere {
  path: string;
  edit: (text: string) => string;
  message: string;
  /** A new one; default `main`. */
  branch?: string;
}

export interface StageOptions {
  packageName?: string;
  /** Text of settings.js, in place of the sample's. */
  settings?: string;
  /** Puts the plugin into the user directory; built from source unless given. */
  install?: (volume: string) => Promise<unknown>;
  /** From now on the remote wants to know who asks. */
  remoteLogin?: { user: string; password: string };
  /** Called once the volume is laid out, before the editor starts. */
  prepare?: (volume: string, project: string) => Promise<unknown>;
}

/** Settings of an editor that asks no questions of its own. @param more lines of the object, each with its comma */
export const settingsWith = (
  more: string,
  theme = 'projects: { enabled: true }',
): string => `module.exports = {
  flowFile: 'flows.json',
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: { tours: false, ${theme} },
  ${more}
};
`;

/**
 * The sample's flow posts frames to the local stack, which is not meant here: as the editor's proxy this takes all of
 * them, and answers as the stack would.
 */
async function startProxy(): Promise<{ env: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"data":{"error":false,"result":"Added image","id":"line-1-frame"}}');
  });
  // Newer editors ask for a tunnel, also for plain http: what comes through it is taken here as well.
  server.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { env: { http_proxy: `http://127.0.0.1:${port}`, no_proxy: '' }, close };
}

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const root = await mkdtemp(join(tmpdir(), 'sightline-editor-'));
  const credentials: Record<string, { user: string; password: string }> = {};
  const remote = await startGitRemote({ port: 0, directory: join(root, 'remotes'), credentials });
  const volume = join(root, 'volume');
  const project = await layOutVolume(volume, remote);
  await writeFile(join(volume, 'settings.js'), options.settings ?? settingsWith(''));
  await (options.install ?? installPlugin)(volume);
  await options.prepare?.(volume, project);
  if (options.remoteLogin !== undefined) credentials[PROJECT_NAME] = options.remoteLogin;
  const { packageName } = options;
  const proxy = await startProxy();
  const editor = await startEditor({
    port: await freePort(),
    userDirectory: volume,
    env: proxy.env,
    ...(packageName !== undefined && { packageName }),
  });
  const close = async () => {
    await editor.close();
    await proxy.close();
    await remote.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    ...{ url: editor.url, volume, project, remote, editor, close },
    pushFromElsewhere: (change) => pushChange(root, remote, change),
    git: (...args) => gitInTurn(project, args),
  };
}

/** Native git gives up at once where someone looks at the index; a person would try again, and so does this. */
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
