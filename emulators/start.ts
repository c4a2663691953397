/** `npm start` and `npm run dev`: the local stack. Options: `npm start -- --help`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Development } from './dev/dev.ts';
import { banner } from './stack/banner.ts';
import { fetchOptions, offerFirestore } from './stack/fetch-firestore.ts';
import { readableLine } from './stack/log-line.ts';
import { HELP, type LaunchOptions, readOptions, SAMPLE } from './stack/options.ts';
import { requireFreePorts, requireOwnState } from './stack/require-ports.ts';
import { findSave, setAside } from './stack/saved-data.ts';
import { type Stack, startStack } from './stack/stack.ts';
import { watchNpm } from './stack/watch-npm.ts';

/** npm forwards the Ctrl-C that the terminal has already sent: only a later one is a second one. Milliseconds. */
const ONE_CTRL_C = 1_000;

const say = (line: string): void => console.log(line);

async function launch(options: LaunchOptions): Promise<void> {
  const begun = performance.now();
  const pidFile = join(options.state, 'launcher.pid');
  await requireFreePorts(options.ports, pidFile);
  await requireOwnState(options.state, pidFile);
  await offerFirestore(fetchOptions(options.yes));
  const isNew = await sayWhatCounts(options);
  say('Starting the local stack ...');
  const stopping = onStop();
  const onLog = (name: string, line: string) => say(readableLine(name, line));
  const development = options.watch ? await develop(options) : undefined;
  const starting = startStack({ ...options, ...development, onLog });
  await mkdir(options.state, { recursive: true });
  await writeFile(pidFile, String(process.pid));
  const stack = await Promise.race([starting, stopping]);
  // Stopped before it was ready: the guards stop what is running.
  if (!stack) return;
  if (isNew && options.importFrom === SAMPLE) await furnish(options.ports.hosting);
  say(banner(stack, (performance.now() - begun) / 1_000));
  say(keepingNotice(options));
  development?.follow(stack.restart);
  const failure = await Promise.race([stopping, stack.failed]);
  await development?.close();
  await end(stack, options, failure);
  await rm(pidFile, { force: true });
  if (failure) process.exitCode = 1;
}

/** The client is loaded only here. @param hosting port of the console */
async function furnish(hosting: number): Promise<void> {
  const { sendSampleRuns } = await import('./sample/send-runs.ts');
  await sendSampleRuns(`http://127.0.0.1:${hosting}`, SAMPLE);
}

/** The bundler and Vite are loaded only here. */
async function develop({ state }: LaunchOptions): Promise<Development> {
  const { startDevelopment } = await import('./dev/dev.ts');
  return startDevelopment(state, say);
}

/**
 * Data of earlier runs that is not used this time is moved, not removed.
 * @returns whether the stack starts anew
 */
async function sayWhatCounts({ data, isFresh, importFrom }: LaunchOptions): Promise<boolean> {
  const isKept = (await findSave(data)) !== undefined;
  if (isKept && !isFresh) {
    say(`Going on with the data in ${shown(data)} (--fresh starts with the sample).`);
    return false;
  }
  const aside = await setAside(data);
  if (aside) say(`What was kept is in ${shown(aside)} now.`);
  if (importFrom) say(`Starting with the data of ${shown(importFrom)}.`);
  return true;
}

function keepingNotice({ data, saveEvery, exportTo }: LaunchOptions): string {
  const every = `every ${saveEvery / 1000} s`;
  const kept = `All data is kept in ${shown(data)}: saved at Ctrl-C, and ${every} while it changes. A launcher that is killed loses at most what came since the last save.`;
  return exportTo ? `${kept}\nAt Ctrl-C an export is written to ${shown(exportTo)}.\n` : `${kept}\n`;
}

/** Resolves at the first signal to stop, or when npm has ended; a later signal exits at once. */
async function onStop(): Promise<undefined> {
  let first: number | undefined;
  return new Promise((resolve) => {
    const stop = () => {
      if (first !== undefined && Date.now() - first > ONE_CTRL_C) process.exit(130);
      first ??= Date.now();
      resolve(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    // A closed output (`npm start | head`) must not leave the children running.
    process.stdout.on('error', stop);
    process.stderr.on('error', stop);
    void watchNpm(stop);
  });
}

/** @param failure why there is nothing left to save */
async function end(stack: Stack, { data, exportTo }: LaunchOptions, failure?: string): Promise<void> {
  say(failure ?? 'Stopping ...');
  try {
    await stack.stopServing();
    if (exportTo && !failure) await writeExport(stack, exportTo);
  } finally {
    await stack.close();
  }
  if (failure)
    say(`The last save is in ${shown(data)}: npm start goes on from there. What came after it is lost.`);
  else say(`All data is kept in ${shown(data)}.`);
}

async function writeExport(stack: Stack, directory: string): Promise<void> {
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
