import { readCommandLine } from '../common/command-line.ts';

export const HELP = `npm run sweep [-- options]    finds what processes left undone when they died, and repairs it

  --dry-run          only print
  --older-than=1h    objects without record and begun removals count from this age on (s, m, h or d)
  --looks            instead: gives image records without a look, by which csv groups frames, theirs
  --fields           instead: gives image records of an earlier version the fields by which lists find them
  --project=ID       a deployed project, with application default credentials
  --remove-lost      removes image records without a file, with their labels; otherwise they are marked, and stay
  --force            also where most objects or records would go
  --help             this text

Without --project, and without the environment of a function, it sweeps the local stack.`;

export interface SweepOptions {
  help: boolean;
  isDry: boolean;
  isForced: boolean;
  /** Records without a file go, with their labels. */
  removesLost: boolean;
  /** Only compute looks. */
  looks: boolean;
  /** Only write list fields. */
  fields: boolean;
  /** Milliseconds. */
  olderThan: number;
  project?: string;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @throws one sentence for an unknown option or a wrong value */
export function readOptions(args: readonly string[]): SweepOptions {
  const { values } = readCommandLine('npm run sweep', {
    args: [...args],
    options: {
      'dry-run': { type: 'boolean', default: false },
      'older-than': { type: 'string', default: '1h' },
      project: { type: 'string' },
      force: { type: 'boolean', default: false },
      'remove-lost': { type: 'boolean', default: false },
      looks: { type: 'boolean', default: false },
      fields: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    isDry: values['dry-run'],
    isForced: values.force,
    removesLost: values['remove-lost'],
    looks: values.looks,
    fields: values.fields,
    olderThan: readAge(values['older-than']),
    ...(values.project !== undefined && { project: values.project }),
  };
}

function readAge(text: string): number {
  const [, number, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--older-than must be like 90m, 1h or 2d, not "${text}".`);
  return Number(number) * (UNITS[unit] as number);
}
