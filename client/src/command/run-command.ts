/** Reads what was typed, runs the command, and says what came of it. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { SightlineError } from '../sightline-error.ts';
import { camera } from './camera/camera.ts';
import {
  type Command,
  CommandError,
  EXIT,
  type Given,
  type Option,
  type Progress,
  table,
  UsageError,
} from './command.ts';
import { CONNECTION, connect } from './connect.ts';
import { createDataset, datasets, listVersions, makeVersion } from './datasets.ts';
import { exportVersion, importArchive, upload } from './files.ts';
import { cancelJob, listJobs, showJob, waitForEvent } from './jobs.ts';
import { login, logout } from './login.ts';
import { say, tell, tellOver } from './print.ts';
import { curveOfRun } from './run-curve.ts';
import { pointOfRun } from './run-point.ts';
import { detectRun, evaluateRun, listRuns, sendRun } from './runs.ts';

const COMMANDS = [
  datasets,
  createDataset,
  upload,
  makeVersion,
  listVersions,
  exportVersion,
  importArchive,
  listJobs,
  showJob,
  cancelJob,
  waitForEvent,
  camera,
  sendRun,
  listRuns,
  detectRun,
  evaluateRun,
  curveOfRun,
  pointOfRun,
  login,
  logout,
];

const COMMON: Readonly<Record<string, Option>> = {
  ...CONNECTION,
  json: { about: 'answers as JSON, for programs' },
  help: { about: 'this text' },
};

const ENVIRONMENT = `A key or token after --token is seen by whoever lists the processes of the machine: login keeps it in a file, or set SIGHTLINE_TOKEN.
To sign in with e-mail and password, set SIGHTLINE_SITE to the console's address, SIGHTLINE_EMAIL and SIGHTLINE_PASSWORD.`;

const EXITS = `Exit codes: ${EXIT.done} done, ${EXIT.failed} refused or failed, ${EXIT.usage} typed wrongly, ${EXIT.below} below what --fail-below asks,
${EXIT.unreachable} no answer of the service.`;

/** Words of a name that are typed as they are; the others stand for what is given. */
const fixed = ({ name }: Command) => name.split(' ').filter((word) => word === word.toLowerCase());
const wanted = ({ name }: Command) => name.split(' ').filter((word) => word !== word.toLowerCase());

/** @returns the exit code */
export async function runCommand(args: readonly string[], env = process.env): Promise<number> {
  const command = COMMANDS.find((each) => fixed(each).every((word, at) => args[at] === word));
  try {
    if (!command) return await startOf(args);
    const { given, words } = readOptions(command, args.slice(fixed(command).length));
    if (given.help) return answer(helpOf(command));
    requireAll(command, given, words);
    const service = await connect(given, env);
    const { progress, clear } = showProgress(given);
    const result = await command.run({ service, given, words, progress, env }).finally(clear);
    answer(given.json ? JSON.stringify(result.json) : result.text);
    return result.exit ?? EXIT.done;
  } catch (error) {
    return explain(error, command);
  }
}

async function startOf(args: readonly string[]): Promise<number> {
  if (args[0] === '--version') return answer(await versionOf());
  if (args.length === 0 || args.includes('--help')) return answer(help());
  throw new UsageError(`There is no command "${args.slice(0, 2).join(' ')}". sightline --help lists them.`);
}

/** Of the package that has this file, in `src/command` or `dist/command`. */
async function versionOf(): Promise<string> {
  const about = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(about) as { version: string }).version;
}

function answer(text: string): number {
  if (text !== '') say(text);
  return EXIT.done;
}

/** @throws UsageError */
function readOptions(command: Command, args: string[]): { given: Given; words: string[] } {
  const options = Object.fromEntries(
    Object.entries({ ...command.options, ...COMMON }).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { given: values as Given, words: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function requireAll(command: Command, given: Given, words: readonly string[]): void {
  const names = wanted(command);
  if (words.length < names.length) throw new UsageError(`${names[words.length]} is missing.`);
  if (words.length > names.length) throw new UsageError(`"${words[names.length]}" is one word too many.`);
  for (const [name, { isRequired }] of Object.entries(command.options))
    if (isRequired && given[name] === undefined) throw new UsageError(`--${name} is missing.`);
  // A shell variable that is not set, as in `--dataset "$DATASET"`, must not mean something else.
  const empty =
    Object.entries(given).find(([, value]) => value === '')?.[0] ??
    (words.includes('') ? names[0] : undefined);
  if (empty !== undefined) throw new UsageError(`${empty} is empty.`);
}

const optionsOf = (options: Readonly<Record<string, Option>>): string =>
  table(
    Object.entries(options).map(([name, { value = '', about, isRequired }]) => [
      `  --${name} ${value}`,
      isRequired ? `${about} (needed)` : about,
    ]),
  );

const helpOf = (command: Command): string =>
  [
    `sightline ${command.name} [options]`,
    '',
    command.about,
    '',
    optionsOf({ ...command.options, ...COMMON }),
  ].join('\n');

const help = (): string =>
  [
    'sightline COMMAND [options]',
    '',
    table(COMMANDS.map(({ name, about }) => [`  ${name}`, about])),
    '',
    optionsOf(COMMON),
    '',
    ENVIRONMENT,
    EXITS,
    'sightline COMMAND --help has the options of a command, sightline --version the version of the program.',
  ].join('\n');

/** A line that is written over, for people only. */
function showProgress(given: Given): { progress: Progress; clear(): void } {
  const isShown = process.stderr.isTTY === true && !given.json;
  const clear = () => void (isShown && tellOver(''));
  const progress: Progress = (what, share) => {
    if (!isShown) return;
    const full = Math.round(Math.min(1, share) * 30);
    tellOver(`${'#'.repeat(full)}${'.'.repeat(30 - full)} ${what}`);
  };
  return { progress, clear };
}

function explain(error: unknown, command: Command | undefined): number {
  if (error instanceof UsageError) {
    tell(error.message);
    if (command) tell(`sightline ${fixed(command).join(' ')} --help says what it takes.`);
    return EXIT.usage;
  }
  if (error instanceof SightlineError) {
    tell(error.requestId === undefined ? error.message : `${error.message} (request ${error.requestId})`);
    return error.kind === 'unreachable' || error.kind === 'late' ? EXIT.unreachable : EXIT.failed;
  }
  // A file that is not there or cannot be written; anything else is a mistake of this program, with its place.
  const isOwn = !(error instanceof CommandError) && (error as { code?: string }).code === undefined;
  tell(isOwn ? String((error as Error).stack) : (error as Error).message);
  return EXIT.failed;
}
