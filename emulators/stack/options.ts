/** What `npm start -- ...` may say. */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exists } from './exists.ts';
import { PORTS, portsFrom, type StackPorts } from './ports.ts';

export const HELP = `npm start [-- options]

  --import=DIR           start with this data (default: emulator-data)
  --export-on-exit[=DIR] keep all data at Ctrl-C (default: .sightline/export)
  --ports-from=N         seven ports in a row from N instead of the fixed ones
  --access=required      credentials are looked at as in a deployment (default: open)
  --state=DIR            folder for the editor's volume and its remote (default: .sightline)
  --help                 this text`;

const MANIFEST = 'firebase-export-metadata.json';
const ROOT = resolve(import.meta.dirname, '../..');
/** The highest number that leaves room for seven ports. */
const LAST_FIRST_PORT = 65_529;

export interface LaunchOptions {
  help: boolean;
  ports: StackPorts;
  /** Absolute, as all folders here. Absent: start empty. */
  importFrom?: string;
  exportTo?: string;
  state: string;
  /** Contract 8. */
  access: 'open' | 'required';
}

/** @throws one sentence for an unknown option or a wrong value */
export async function readOptions(args: readonly string[]): Promise<LaunchOptions> {
  const { values } = parseArgs({
    // parseArgs knows no option whose value may be left out.
    args: args.map((each) => (each === '--export-on-exit' ? '--export-on-exit=' : each)),
    options: {
      import: { type: 'string' },
      'export-on-exit': { type: 'string' },
      'ports-from': { type: 'string' },
      state: { type: 'string' },
      access: { type: 'string', default: 'open' },
      help: { type: 'boolean', default: false },
    },
  });
  const state = resolve(values.state ?? resolve(ROOT, '.sightline'));
  const importFrom = await findImport(values.import);
  const exportTo = await findExport(values['export-on-exit'], state);
  return {
    help: values.help,
    ports: readPorts(values['ports-from']),
    state,
    access: readAccess(values.access),
    ...(importFrom && { importFrom }),
    ...(exportTo && { exportTo }),
  };
}

/** An export replaces its folder: one that holds anything else is refused. */
async function findExport(named: string | undefined, state: string): Promise<string | undefined> {
  if (named === undefined) return undefined;
  const directory = named ? resolve(named) : resolve(state, 'export');
  const content = await readdir(directory).catch((): string[] => []);
  if (content.length === 0 || content.includes(MANIFEST)) return directory;
  throw new Error(`--export-on-exit: ${directory} holds other files, and an export would replace them.`);
}

async function findImport(named: string | undefined): Promise<string | undefined> {
  const directory = resolve(named ?? resolve(ROOT, 'emulator-data'));
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
