/**
 * `npm run editor`: a flow editor with the sample project, the plugin and the camera nodes; uses the local stack if one is running.
 * Options: `npm run editor -- --help`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readCommandLine } from '../functions/src/common/command-line.ts';
import { startSceneCamera } from './scene-camera.ts';
import { Closers } from './stack/closers.ts';
import { startEditor } from './stack/editor.ts';
import { installPlugin } from './stack/editor-plugin.ts';
import { PROJECT_ID, REGION } from './stack/environment.ts';
import { exists } from './stack/exists.ts';
import { installNodes } from './stack/flow-nodes.ts';
import { git } from './stack/git.ts';
import { startGitRemote } from './stack/git-remote.ts';
import { accepts, HOST, isFree, PORTS, portsBeside, type StackPorts, waitUntil } from './stack/ports.ts';
import { layOutVolume, PROJECT_NAME, SENTINEL } from './stack/project-volume.ts';

const HELP = `npm run editor [-- options]

  --port=N     of the editor (default 1880)
  --state=DIR  folder of the local stack (default .sightline)
  --old        the oldest editor that the plugin and the nodes support, in place of the newest
  --help       this text`;

/** How long a starting stack may take to prepare its volume, in milliseconds. */
const PATIENCE = 20_000;

/** Turns off the tour and prompts; everything else is the editor's default. */
const SETTINGS = `module.exports = {
  flowFile: 'flows.json',
  telemetry: { enabled: false, updateNotification: false },
  editorTheme: { tours: false, projects: { enabled: true } },
};
`;

interface Options {
  port: number;
  state: string;
  old: boolean;
  help: boolean;
}

function readOptions(args: string[]): Options {
  const { values } = readCommandLine('npm run editor', {
    args,
    options: {
      port: { type: 'string', default: '1880' },
      state: { type: 'string', default: resolve(import.meta.dirname, '../.sightline') },
      old: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port: "${values.port}" is no port.`);
  return { port, state: resolve(values.state), old: values.old, help: values.help };
}

interface Volume {
  volume: string;
  ports: StackPorts;
}

/** Volume and ports of the running stack; otherwise a new volume with its own remote on a free port. */
async function findVolume(state: string, closers: Closers): Promise<Volume> {
  const volume = join(state, 'volume');
  const isServed = async (): Promise<boolean> =>
    (await exists(join(volume, SENTINEL))) && accepts(await remotePort(volume));
  // A starting stack prepares its volume after its remote runs.
  if (await waitUntil(isServed, (await accepts(PORTS.git)) ? PATIENCE : 0))
    return { volume, ports: portsBeside(await remotePort(volume)) };
  const remote = await closers.keep(startGitRemote({ port: 0, directory: join(state, 'remotes') }));
  await layOutVolume(volume, remote);
  return { volume, ports: PORTS };
}

async function remotePort(volume: string): Promise<number> {
  const url = await git(join(volume, 'projects', PROJECT_NAME), ['remote', 'get-url', 'origin']);
  return Number(new URL(url).port);
}

async function launch({ port, state, old }: Options): Promise<void> {
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use: choose another with --port.`);
  const closers = new Closers();
  // A child does not keep its parent process alive, so something else must.
  const staying = setInterval(() => {}, 60_000);
  const stopping = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  try {
    console.log('Starting the flow editor ...');
    const { volume, ports } = await findVolume(state, closers);
    const settings = join(state, 'editor-settings.cjs');
    await mkdir(state, { recursive: true });
    await Promise.all([writeFile(settings, SETTINGS), installPlugin(volume), installNodes(volume)]);
    const camera = await closers.keep(startSceneCamera());
    // Variables of the sample flow.
    const env = {
      SIGHTLINE_CAMERA: camera.url,
      SIGHTLINE_URL: `http://${HOST}:${ports.functions}/${PROJECT_ID}/${REGION}`,
    };
    const editor = {
      port,
      userDirectory: volume,
      settings,
      env,
      packageName: old ? 'node-red-2' : 'node-red',
    };
    const { url, ended, output } = await closers.keep(startEditor(editor));
    console.log(
      `\nReady: ${url}\nThe tab with the fork in the sidebar is Git control. Ctrl-C stops the editor.\n`,
    );
    const isStopped = await Promise.race([stopping.then(() => true), ended.then(() => false)]);
    if (!isStopped) throw new Error(`The flow editor has ended:\n${output()}`);
  } finally {
    clearInterval(staying);
    await closers.close();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else await launch(options);
  process.exit();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
