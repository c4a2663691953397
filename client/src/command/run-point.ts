/** The threshold of an inspection. */
import { type Command, countOf, numberOf, oneOf, present, textOf, UsageError, versionOf } from './command.ts';
import { DATASET } from './files.ts';
import { tell } from './print.ts';

export const pointOfRun: Command = {
  name: 'run point NUMBER',
  about: 'Chooses the threshold from which on a part is called bad, by how many may be wrong.',
  options: {
    dataset: DATASET,
    version: { value: 'VERSION', about: 'the last ready one unless given' },
    set: { value: 'SET', about: 'TEST (unless given), VALIDATION or TRAIN' },
    escapes: { value: 'SHARE', about: 'of the bad ones that may be called good' },
    'false-rejects': { value: 'SHARE', about: 'of the good ones that may be called bad' },
  },
  async run({ service, given, words: [number = ''] }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const limits = { escapes: numberOf(given, 'escapes'), falseRejects: numberOf(given, 'false-rejects') };
    if ((limits.escapes === undefined) === (limits.falseRejects === undefined))
      throw new UsageError('Give --escapes or --false-rejects, and not both.');
    const chosen = await runs.choosePoint(
      countOf(number, 'A run'),
      present({
        version: versionOf(textOf(given, 'version')),
        set: oneOf(given, 'set', ['TEST', 'VALIDATION', 'TRAIN'] as const),
        ...limits,
      }),
    );
    const { threshold, escapes, falseRejects } = chosen.figures;
    const text = `threshold ${threshold}: escapes ${inWords(escapes)}, false rejects ${inWords(falseRejects)}`;
    const { lacking } = chosen;
    if (lacking)
      tell(`${lacking} more parts without an error are needed to show the limit with 95 % confidence.`);
    return { text, json: chosen };
  },
};

const inWords = ({ share, interval: [low, high] }: { share: number; interval: number[] }): string =>
  `${digits(share)} (${digits(low)} to ${digits(high)})`;

const digits = (share = 0): string => `${Math.round(share * 10_000) / 10_000}`;
