/**
 * `npm run editor`: a flow editor with the sample project and the plugin, beside the local stack where that runs.
 * Options: `npm run editor -- --help`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Closers } from './stack/closers.ts';
import { startEditor } from './stack/editor.ts';
import { installPlugin } from './stack/editor-plugin.ts';
import { exists } from './stack/exists.ts';
import { git } from './stack/git.ts';
import { startGitRemote } from './stack/git-remote.ts';
import { accepts, isFree, PORTS, waitUntil } from './stack/ports.ts';
import { layOutVolume, PROJECT_NAME, SENTINEL } from './stack/project-volume.ts';

const HELP = `npm run editor [-- options]

  --port=N     of the editor (default 1880)
  --state=DIR  folder of the local stack (default .sightline)
  --old        the oldest editor that the plugin supports, in place of the newest
  --help       this text`;

/** How long a stack that is just starting may take to lay out its volume, milliseconds. */
const PATIENCE = 20_000;

/** No tour and no question in the way; everything else is as the editor has it of itself. */
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
  const { values } = parseArgs({
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

/** The stack's volume and its remote; where no stack runs, a remote of its own on a free port. */
async function findVolume(state: string, closers: Closers): Promise<string> {
  const volume = join(state, 'volume');
  const isServed = () => hasRunningRemote(volume);
  // A stack that is just starting lays its volume out once its remote runs.
  if (await waitUntil(isServed, (await accepts(PORTS.git)) ? PATIENCE : 0)) return volume;
  const remote = await closers.keep(startGitRemote({ port: 0, directory: join(state, 'remotes') }));
  await layOutVolume(volume, remote);
  return volume;
}

async function hasRunningRemote(volume: string): Promise<boolean> {
  if (!(await exists(join(volume, SENTINEL)))) return false;
  const url = await git(join(volume, 'projects', PROJECT_NAME), ['remote', 'get-url', 'origin']);
  return accepts(Number(new URL(url).port));
}

async function launch({ port, state, old }: Options): Promise<void> {
  if (!(await isFree(port))) throw new Error(`Port ${port} is in use: choose another with --port.`);
  const closers = new Closers();
  // A child alone does not keep its launcher: the editor would end with the next turn.
  const staying = setInterval(() => {}, 60_000);
  const stopping = new Promise<void>((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
  });
  try {
    console.log('Starting the flow editor ...');
    const volume = await findVolume(state, closers);
    const settings = join(state, 'editor-settings.cjs');
    await mkdir(state, { recursive: true });
    await Promise.all([writeFile(settings, SETTINGS), installPlugin(volume)]);
    const editor = { port, userDirectory: volume, settings, packageName: old ? 'node-red-2' : 'node-red' };
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
