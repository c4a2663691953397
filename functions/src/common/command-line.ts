/** Parses the arguments of a command like `parseArgs`, with errors that help the person who typed it. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearest } from '../../../packages/git/src/validate/nearest.ts';

type Config = Pick<ParseArgsConfig, 'args' | 'options' | 'allowPositionals'>;

/**
 * @param command for sentences: `npm start`
 * @throws Error, one sentence: an unknown option with the nearest one, a missing or unexpected value, an extra word
 */
export function readCommandLine<T extends Config>(command: string, config: T): Parsed<T> {
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs(config);
  } catch (error) {
    throw new Error(sentenceOf(command, config, error as NodeJS.ErrnoException));
  }
  // A shell variable that is not set, as in `--project "$PROJECT"`, must not select the default.
  const empty = Object.entries(parsed.values).find(([, value]) => value === '')?.[0];
  if (empty !== undefined) throw new Error(needsValue(empty));
  return parsed;
}

type Parsed<T extends Config> = ReturnType<typeof parseArgs<T>>;

/**
 * Like `readCommandLine`, for a program without anything to clean up: `--help` prints `usage` and exits, an error prints
 * its sentence and exits with status 2.
 */
export function parseCommand<T extends Config>(command: string, usage: string, config: T): Parsed<T> {
  const options = { ...config.options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const parsed = readCommandLine(command, { ...config, options });
    if (!(parsed.values as { help?: boolean }).help) return parsed as unknown as Parsed<T>;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

/**
 * Chooses a deployed project, or the local stack. Must run before any client is created: clients read these variables
 * (Contract 1).
 * @param emulators variables and addresses of the local emulators that the command uses
 */
export function chooseProject(project: string | undefined, emulators: Record<string, string>): void {
  if (project !== undefined) process.env.GCLOUD_PROJECT = project;
  const defaults =
    project === undefined
      ? { GCLOUD_PROJECT: 'demo-sightline', METADATA_SERVER_DETECTION: 'none', ...emulators }
      : { METADATA_SERVER_DETECTION: 'assume-present' };
  for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value;
}

function sentenceOf(command: string, { options = {} }: Config, error: NodeJS.ErrnoException): string {
  const [, given = ''] = /'(?:-\w, )?--?([^'= ]+)/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return unknownOption(command, given, Object.keys(options));
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    const [, word = ''] = /argument '([^']*)'/.exec(error.message) ?? [];
    return `${command} takes no "${word}": options begin with --.`;
  }
  return options[given]?.type === 'boolean' ? `--${given} takes no value.` : needsValue(given);
}

const needsValue = (option: string): string => `--${option} needs a value: --${option}=VALUE.`;

function unknownOption(command: string, given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  const hint = near === null ? '' : `: did you mean --${near}?`;
  // npm keeps options for itself unless they come after a bare --.
  const help = `${command}${command.startsWith('npm ') ? ' --' : ''} --help`;
  return `${command} has no option --${given}${hint}${hint === '' ? ';' : ''} \`${help}\` lists them.`;
}
