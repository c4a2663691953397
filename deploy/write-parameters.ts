/**
 * Writes the parameters for a deployment without prompts: `firebase deploy --non-interactive` ignores defaults and fails
 * at each parameter that has no value in a file.
 *
 *   node deploy/write-parameters.ts --project <project> [--dry-run]
 *
 * Values in `functions/.env` and `functions/.env.<project>` are kept. The others are added to the second file, with the
 * value of the same name in PARAMETERS (JSON, for example a workflow's `toJSON(vars)`), otherwise with the default.
 */
import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { parameters } from '../functions/src/parameters.ts';
import { FUNCTIONS, readParameters } from './read-parameters.ts';

interface Given {
  /** Values in the files. */
  standing: Record<string, string | undefined>;
  /** Values from PARAMETERS. */
  given: Record<string, unknown>;
}

/** The lines to add. @throws one sentence for a value that the command line's prompt would reject */
export function missingLines({ standing, given }: Given): string[] {
  const missing = parameters.filter(({ name }) => standing[name] === undefined);
  return missing.map(({ name, options }) => {
    const value = String(given[name] ?? options.default ?? '');
    const refusal = refuse(value, options.input);
    if (refusal) throw new Error(`${name} is ${JSON.stringify(value)}: ${refusal}`);
    return `${name}=${/^[\w./:@,+-]*$/.test(value) ? value : JSON.stringify(value)}`;
  });
}

type Input = (typeof parameters)[number]['options']['input'];

function refuse(value: string, input: Input): string | null {
  if (input && 'text' in input) {
    const { validationRegex = '', validationErrorMessage } = input.text;
    return new RegExp(validationRegex).test(value) ? null : (validationErrorMessage ?? 'not valid');
  }
  if (input && 'select' in input) {
    const options = input.select.options.map((option) => String(option.value));
    return options.includes(value) ? null : `expected ${options.join(' or ')}`;
  }
  return /^\d+$/.test(value) ? null : 'expected a whole number';
}

function readGiven(text: string | undefined): Record<string, unknown> {
  const given: unknown = JSON.parse(text || '{}');
  if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  throw new Error('PARAMETERS must be a JSON object.');
}

/** @returns the added lines */
export async function writeParameters(
  project: string,
  given: Record<string, unknown>,
  { isDry = false, directory = FUNCTIONS } = {},
): Promise<string[]> {
  const lines = missingLines({ standing: await readParameters(project, directory), given });
  const file = resolve(directory, `.env.${project}`);
  if (!isDry && lines.length > 0) await appendFile(file, `\n${lines.join('\n')}\n`);
  return lines;
}

async function main(): Promise<void> {
  const { values } = parseCommand('npm run parameters', 'npm run parameters -- --project=ID [--dry-run]', {
    options: { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  if (!values.project) throw new Error('Which project? node deploy/write-parameters.ts --project <project>');
  const given = readGiven(process.env.PARAMETERS);
  const lines = await writeParameters(values.project, given, { isDry: values['dry-run'] });
  for (const line of lines) console.log(line);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
