/** `npm start`: the local stack, from the first port to Ctrl-C. Options: `npm start -- --help`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { banner } from './stack/banner.ts';
import { readableLine } from './stack/log-line.ts';
import { HELP, type LaunchOptions, readOptions } from './stack/options.ts';
import { requireFreePorts } from './stack/require-ports.ts';
import { type Stack, startStack } from './stack/stack.ts';
import { watchNpm } from './stack/watch-npm.ts';

/** npm passes on the Ctrl-C that the terminal has sent already: only a later one is a second one. Milliseconds. */
const ONE_CTRL_C = 1_000;

const say = (line: string): void => console.log(line);

async function launch(options: LaunchOptions): Promise<void> {
  const begun = performance.now();
  const pidFile = join(options.state, 'launcher.pid');
  await requireFreePorts(options.ports, pidFile);
  say('Starting the local stack ...');
  const stopping = onStop();
  const starting = startStack({ ...options, onLog: (name, line) => say(readableLine(name, line)) });
  await mkdir(options.state, { recursive: true });
  await writeFile(pidFile, String(process.pid));
  const stack = await Promise.race([starting, stopping]);
  // Stopped before it was ready: the guards end what runs.
  if (!stack) return;
  say(banner(stack, (performance.now() - begun) / 1_000));
  if (options.exportTo) say(`All data is kept in ${shown(options.exportTo)} at Ctrl-C.\n`);
  await stopping;
  await end(stack, options);
  await rm(pidFile, { force: true });
}

/** Resolves at the first signal to stop, or when npm is gone; a later signal ends at once. */
async function onStop(): Promise<void> {
  let first: number | undefined;
  return new Promise((resolve) => {
    const stop = () => {
      if (first !== undefined && Date.now() - first > ONE_CTRL_C) process.exit(130);
      first ??= Date.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    // A reader that went away (`npm start | head`) must not leave the children behind.
    process.stdout.on('error', stop);
    process.stderr.on('error', stop);
    void watchNpm(stop);
  });
}

async function end(stack: Stack, { exportTo }: LaunchOptions): Promise<void> {
  say('Stopping ...');
  try {
    if (exportTo) await keep(stack, exportTo);
  } finally {
    await stack.close();
  }
}

async function keep(stack: Stack, directory: string): Promise<void> {
  await stack.exportTo(directory);
  say(`Kept in ${shown(directory)}. Go on from there: npm start -- --import=${shown(directory)}`);
}

const shown = (directory: string): string => relative(process.cwd(), directory) || '.';

try {
  const options = await readOptions(process.argv.slice(2));
  if (options.help) say(HELP);
  else await launch(options);
  process.exit();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
