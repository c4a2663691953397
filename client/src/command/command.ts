/** What a command of `sightline` is, and what it may end with. */
import type { Job } from '../api.ts';
import type { Sightline } from '../sightline.ts';

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, usage: 2, below: 3, unreachable: 4 } as const;

export interface Option {
  /** What stands for its value in the help; without it the option has none. */
  value?: string;
  about: string;
  isRequired?: boolean;
}

/** Values that were given: text, or true for options without a value. */
export type Given = Record<string, string | true | undefined>;

export interface Call {
  service: Sightline;
  given: Given;
  /** The words after the command, as many as it takes. */
  words: readonly string[];
  /** Shows how far it is, on a terminal only. */
  progress: Progress;
  env: NodeJS.ProcessEnv;
}

/** `text` is for people, `json` for programs. */
export interface Result {
  text: string;
  json: object;
  exit?: number;
}

export interface Command {
  /** `run send FILE`: small words are typed as they are. */
  name: string;
  about: string;
  options: Readonly<Record<string, Option>>;
  run(call: Call): Promise<Result>;
}

/** @param share 0 to 1 */
export type Progress = (what: string, share: number) => void;

/** How far a job is. */
export const jobOf =
  (progress: Progress) =>
  ({ number, done, total }: Job): void =>
    progress(`job ${number}: ${done} of ${total ?? '?'} images`, total ? done / total : 0);

/** The call is wrong as typed. */
export class UsageError extends Error {}

/** Something other than the service says no: a file that is not there, an archive that lies. */
export class CommandError extends Error {}

export const textOf = (given: Given, name: string): string | undefined => {
  const value = given[name];
  return typeof value === 'string' ? value : undefined;
};

/** @throws UsageError unless it is one of these */
export function oneOf<T extends string>(given: Given, name: string, choices: readonly T[]): T | undefined {
  const value = textOf(given, name);
  const found = choices.find((each) => each === value);
  if (value !== undefined && found === undefined)
    throw new UsageError(`--${name} is one of ${choices.join(', ')}, not ${value}.`);
  return found;
}

/** @throws UsageError unless it is a number */
export function numberOf(given: Given, name: string): number | undefined {
  const value = textOf(given, name);
  if (value === undefined) return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new UsageError(`--${name} is a number, not ${value}.`);
  return Number(value);
}

/** @throws UsageError unless it is a number from 1 on, or `latest` */
export function versionOf(value: string | undefined): number | 'latest' | undefined {
  if (value === undefined || value === 'latest') return value;
  return countOf(value, 'A version');
}

export function countOf(value: string, what: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new UsageError(`${what} has a number, such as 3, not ${value}.`);
  return Number(value);
}

/** The same object without what is undefined. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Lines of columns, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, at) => Math.max(all[at] ?? 0, cell.length)),
    [],
  );
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(lineOf).join('\n');
}
