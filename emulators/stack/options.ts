/** Options of `npm start -- ...`. */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readCommandLine } from '../../functions/src/common/command-line.ts';
import { exists } from './exists.ts';
import { PORTS, portsFrom, type StackPorts } from './ports.ts';

export const HELP = `npm start [-- options]

  --fresh                start with the sample data again (what was kept is moved aside)
  --import=DIR           start with this export instead of what was kept
  --export-on-exit[=DIR] also write an export at Ctrl-C (default: .sightline/export)
  --save-every=SECONDS   how often the data is saved while it changes (default: 30)
  --ports-from=N         eight ports in a row from N instead of the fixed ones
  --access=required      credentials are looked at as in a deployment (default: open)
  --state=DIR            folder for the data, the editor's volume and its remote (default: .sightline)
  --yes                  fetch the Firestore emulator without asking, where it is missing
  --watch                serve what is saved at once: npm run dev
  --help                 this text`;

const MANIFEST = 'firebase-export-metadata.json';
const ROOT = resolve(import.meta.dirname, '../..');
/** Folder of the sample data. */
export const SAMPLE = resolve(ROOT, 'emulator-data');
/** Leaves room for eight ports. */
const LAST_FIRST_PORT = 65_528;

export interface LaunchOptions {
  help: boolean;
  ports: StackPorts;
  /** Absolute, like all folders here. Without it the stack starts empty. */
  importFrom?: string;
  /** Ignore data of earlier runs. */
  isFresh: boolean;
  exportTo?: string;
  state: string;
  /** Folder that keeps the data between runs. */
  data: string;
  /** Milliseconds. */
  saveEvery: number;
  /** Contract 8. */
  access: 'open' | 'required';
  /** Answer questions with yes. */
  yes: boolean;
  /** `npm run dev`. */
  watch: boolean;
}

/** @throws one sentence for an unknown option or an invalid value */
export async function readOptions(args: readonly string[]): Promise<LaunchOptions> {
  const { values } = readCommandLine('npm start', {
    // parseArgs has no options with an optional value.
    args: args.map((each) => (each === '--export-on-exit' ? '--export-on-exit=' : each)),
    options: {
      fresh: { type: 'boolean', default: false },
      import: { type: 'string' },
      'export-on-exit': { type: 'string' },
      'save-every': { type: 'string', default: '30' },
      'ports-from': { type: 'string' },
      state: { type: 'string' },
      access: { type: 'string', default: 'open' },
      yes: { type: 'boolean', short: 'y', default: false },
      watch: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const state = resolve(values.state ?? resolve(ROOT, '.sightline'));
  const importFrom = await findImport(values.import);
  const exportTo = await findExport(values['export-on-exit'], state);
  return {
    help: values.help,
    yes: values.yes,
    watch: values.watch,
    state,
    data: resolve(state, 'data'),
    isFresh: values.fresh || values.import !== undefined,
    ports: readPorts(values['ports-from']),
    saveEvery: readSeconds(values['save-every']) * 1000,
    access: readAccess(values.access),
    ...(importFrom && { importFrom }),
    ...(exportTo && { exportTo }),
  };
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new Error(`--save-every must be a number of seconds up to 86400, not "${text}".`);
}

/** An export replaces its folder, so a folder with anything else is rejected. */
async function findExport(named: string | undefined, state: string): Promise<string | undefined> {
  if (named === undefined) return undefined;
  const directory = named ? resolve(named) : resolve(state, 'export');
  const content = await readdir(directory).catch((): string[] => []);
  if (content.length === 0 || content.includes(MANIFEST)) return directory;
  throw new Error(`--export-on-exit: ${directory} holds other files, and an export would replace them.`);
}

async function findImport(named: string | undefined): Promise<string | undefined> {
  const directory = resolve(named ?? SAMPLE);
  if (await exists(resolve(directory, MANIFEST))) return directory;
  if (named === undefined) return undefined;
  throw new Error(`--import: ${named} is not an export (it has no ${MANIFEST}).`);
}

function readPorts(first: string | undefined): StackPorts {
  if (first === undefined) return PORTS;
  const number = Number(first);
  if (Number.isInteger(number) && number >= 1024 && number <= LAST_FIRST_PORT) return portsFrom(number);
  throw new Error(`--ports-from must be a number from 1024 to ${LAST_FIRST_PORT}, not "${first}".`);
}

function readAccess(text: string): 'open' | 'required' {
  if (text === 'open' || text === 'required') return text;
  throw new Error(`--access must be open or required, not "${text}".`);
}
