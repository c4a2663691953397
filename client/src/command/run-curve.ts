/** Escapes against false rejects of a run, for a spreadsheet. */
import type { Inspection } from '../api.ts';
import { inspectionLines } from '../inspection-csv.ts';
import { type Command, CommandError, countOf, oneOf, present, textOf, versionOf } from './command.ts';
import { DATASET } from './files.ts';

export const curveOfRun: Command = {
  name: 'run curve NUMBER',
  about: 'Writes escapes and false rejects at each threshold, with their 95 % intervals, as CSV.',
  options: {
    dataset: DATASET,
    version: { value: 'VERSION', about: 'the last ready one unless given' },
    set: { value: 'SET', about: 'TEST (unless given), VALIDATION or TRAIN' },
    against: { value: 'NUMBER', about: 'another run on the same images; the first column is the run then' },
  },
  async run({ service, given, words: [number = ''] }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const run = countOf(number, 'A run');
    const asked = {
      version: versionOf(textOf(given, 'version')),
      set: oneOf(given, 'set', ['TEST', 'VALIDATION', 'TRAIN'] as const),
    };
    const other = textOf(given, 'against');
    if (other === undefined) {
      const { report } = await runs.evaluate(run, present(asked));
      const inspection = requireCurve(report.inspection);
      return { text: inspectionLines(inspection.curve).join('\n'), json: { inspection } };
    }
    const against = countOf(other, 'A run');
    const { inspections } = await runs.compare(run, against, {
      version: 'latest',
      ...present(asked),
    } as never);
    const [a, b] = [requireCurve(inspections.a), requireCurve(inspections.b)];
    const [head, ...lines] = linesOf(run, a);
    return {
      text: [head, ...lines, ...linesOf(against, b).slice(1)].join('\n'),
      json: { inspections },
    };
  },
};

const linesOf = (run: number, { curve }: Inspection): string[] =>
  inspectionLines(curve).map((line, at) => `${at === 0 ? 'run' : run},${line}`);

function requireCurve(inspection: Inspection | null): Inspection {
  if (!inspection) throw new CommandError('No class of the version is bad: set `bad` of a tag.');
  if (inspection.curve.length === 0)
    throw new CommandError('Both good and bad parts are needed, and these images have only one kind.');
  return inspection;
}
