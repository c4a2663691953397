/** Commands of runs. */
import type { Job } from '../jobs.ts';
import type { NewRun, RunFileOptions, RunReport } from '../runs.ts';
import type { Versions } from '../versions.ts';
import {
  type Command,
  countOf,
  EXIT,
  type Given,
  numberOf,
  oneOf,
  present,
  type Result,
  table,
  textOf,
  UsageError,
  versionOf,
} from './command.ts';
import { allPages } from './datasets.ts';
import { bytesOf, DATASET, openFile, TAGMAP } from './files.ts';
import { tell } from './print.ts';

export const listRuns: Command = {
  name: 'run list',
  about: 'Lists the runs of a dataset, the last one first.',
  options: { dataset: DATASET },
  async run({ service, given }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const found = await allPages((after) => runs.list(after), 'runs');
    const rows = found.map(({ number, name, model, source, state, counts }) => [
      ...[`${number}`, name, model, source, state, counts ? `${counts.images} images` : ''],
    ]);
    return { text: table(rows), json: { runs: found } };
  },
};

export const sendRun: Command = {
  name: 'run send FILE',
  about: 'Sends what a model has predicted, as its trainer wrote it, and makes a run of it.',
  options: {
    dataset: DATASET,
    name: { value: 'TEXT', about: 'of the run', isRequired: true },
    model: { value: 'TEXT', about: 'whatever you call the model' },
    'trained-on': { value: 'VERSION', about: 'number of the version that it was trained on' },
    covers: {
      value: 'IMAGES',
      about:
        'that the model was given: sets of the version such as TEST or TRAIN,TEST, or all of the dataset, or listed: only those that the file names. TEST unless given, and listed for .ndjson and .jsonl',
    },
    format: {
      value: 'FORMAT',
      about: 'ndjson, coco, ultralytics, yolo, vertex or labelstudio; recognized unless given',
    },
    version: { value: 'VERSION', about: 'by whose exports the file names images and classes' },
    score: { value: 'SCORE', about: 'of predictions that have none' },
    tagmap: TAGMAP,
  },
  async run({ service, given, words: [file = ''], progress }) {
    const { runs, versions } = service.datasets(textOf(given, 'dataset') as string);
    const trainedOn = textOf(given, 'trained-on');
    const asked = fileOptionsOf(given);
    const run = {
      ...present({ model: textOf(given, 'model'), trainedOn: trainedOn && countOf(trainedOn, 'A version') }),
      name: textOf(given, 'name') as string,
      ...present({ covers: await coversOf(given, file, versions) }),
    };
    const number = await runs.upload(run as never, await openFile(file), { onProgress: bytesOf(progress) });
    const check = await runs.check(number, asked);
    const ready = await runs.finish(number, asked);
    const { count } = check.unmatched;
    if (count > 0) tell(`${count} entries belong to no image, such as ${check.unmatched.items[0]?.path}.`);
    const unknown = check.labels.filter(({ tag }) => tag === null).map(({ label }) => label);
    if (unknown.length > 0) tell(`Left out, because no tag is called so: ${unknown.join(', ')}.`);
    return { text: `${number}`, json: { ...ready, check } };
  },
};

type Covers = NonNullable<NewRun['covers']>;

/** Undefined: of a file that names all images that the model was given. */
async function coversOf(given: Given, file: string, versions: Versions): Promise<Covers | undefined> {
  const said = textOf(given, 'covers');
  if (said === 'all' || said === 'listed') return said;
  if (said === undefined && (NAMING.has(textOf(given, 'format') ?? '') || /\.(ndjson|jsonl)$/i.test(file)))
    return undefined;
  const sets = (said ?? 'TEST').split(',').map((each) => {
    const known = SETS.find((set) => set === each);
    if (!known) throw new UsageError('--covers takes TRAIN, VALIDATION and TEST, or all, or listed.');
    return known;
  });
  const asked = textOf(given, 'version') ?? textOf(given, 'trained-on') ?? 'latest';
  const version = asked === 'latest' ? (await versions.get('latest')).number : countOf(asked, 'A version');
  return { version, sets };
}

const SETS = ['TRAIN', 'VALIDATION', 'TEST'] as const;
/** Formats whose files name an image in which nothing was found. */
const NAMING: ReadonlySet<string> = new Set(['ndjson', 'vertex', 'labelstudio']);

function fileOptionsOf(given: Given): RunFileOptions {
  const formats = ['ndjson', 'coco', 'ultralytics', 'yolo', 'vertex', 'labelstudio'] as const;
  return present({
    format: oneOf(given, 'format', formats),
    tagmap: textOf(given, 'tagmap'),
    version: versionOf(textOf(given, 'version')),
    score: numberOf(given, 'score'),
  });
}

export const detectRun: Command = {
  name: 'run detect',
  about: "Makes a run of what the dataset's detector, or Cloud Vision, finds in its images.",
  options: {
    dataset: DATASET,
    name: { value: 'TEXT', about: 'of the run' },
    set: { value: 'SET', about: 'only images of TRAIN, VALIDATION, TEST, REVIEW or PREDETERMINED' },
    continue: { value: 'NUMBER', about: 'goes on with a run that was interrupted, instead of a new one' },
  },
  async run({ service, given, progress }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const [name, begun] = [textOf(given, 'name'), textOf(given, 'continue')];
    const set = oneOf(given, 'set', ['TRAIN', 'VALIDATION', 'TEST', 'REVIEW', 'PREDETERMINED'] as const);
    if ((name === undefined) === (begun === undefined) || (begun !== undefined && set !== undefined))
      throw new UsageError(
        'Give --name and perhaps --set for a new run, or only --continue for one that was begun.',
      );
    const fresh = { name: name ?? '', source: 'detect', ...(set && { filter: { set } }) } as const;
    const number = begun === undefined ? (await runs.make(fresh)).number : countOf(begun, 'A run');
    const onProgress = ({ done, total }: Job) => progress(`${done} images`, done / (total || 1));
    const made = await runs.detect(number, { onProgress }).catch((error: unknown) => {
      tell(`Run ${number} has what was found so far; --continue ${number} goes on with it.`);
      throw error;
    });
    if (made.failed > 0) tell(`${made.failed} images could not be looked at.`);
    const lost = made.lost.map(({ label }) => label);
    if (lost.length > 0) tell(`Left out, because they are no tags, or have no size: ${lost.join(', ')}.`);
    return { text: `${number}`, json: made };
  },
};

export const evaluateRun: Command = {
  name: 'run evaluate NUMBER',
  about: 'Says how well a run agrees with a version: accuracy of classes, AP of boxes and masks.',
  options: {
    dataset: DATASET,
    version: { value: 'VERSION', about: 'the last ready one unless given' },
    set: { value: 'SET', about: 'TEST (unless given), VALIDATION or TRAIN' },
    iou: { value: 'SHARE', about: 'that a right box overlaps at least (0.5)' },
    threshold: { value: 'SCORE', about: 'from which on predictions are in the confusion matrix' },
    'fail-below': {
      value: 'FIGURE',
      about: `exit code ${EXIT.below} if the accuracy or AP is less, or the run does not cover an image`,
    },
    'allow-uncovered': { about: 'images that a run does not cover do not make it fail' },
    'fail-below-run': {
      value: 'NUMBER',
      about: `exit code ${EXIT.below} if it is less than that of another run`,
    },
  },
  async run({ service, given, words: [number = ''] }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const options = present({
      version: versionOf(textOf(given, 'version')),
      set: oneOf(given, 'set', ['TEST', 'VALIDATION', 'TRAIN'] as const),
      iou: numberOf(given, 'iou'),
      threshold: numberOf(given, 'threshold'),
    });
    const other = textOf(given, 'fail-below-run');
    const own = numberOf(given, 'fail-below');
    if (other !== undefined && own !== undefined)
      throw new UsageError('Give --fail-below or --fail-below-run, not both.');
    const { version, report } = await runs.evaluate(countOf(number, 'A run'), options);
    const before =
      other === undefined
        ? null
        : (await runs.evaluate(countOf(other, 'A run'), { ...options, version })).report;
    const limit = before ? figureOf(before).value : own;
    return judged({ version, report, limit, mayLack: given['allow-uncovered'] !== undefined });
  },
};

/** @param limit the least that is good enough; null: of a run that has no figure */
function judged({ version, report, limit, mayLack }: Judged): Result {
  const { name, value } = figureOf(report);
  const where = `(version ${version}, ${report.set})`;
  const json = { version, report };
  // Neither good nor bad: a job must not take it for either.
  if (value === null || limit === null) {
    const whose = value === null ? 'The run' : 'The other run';
    const text = `${whose} has no ${name}: nothing that it says can be compared ${where}, of ${report.images} images.`;
    return { text, json, exit: EXIT.failed };
  }
  const isBelow = limit !== undefined && value < limit;
  // Left out images flatter: a model that is silent about half of them would pass.
  const lacking = report.uncovered.run.count;
  if (limit !== undefined && !isBelow && lacking > 0 && !mayLack) {
    const text = `${name} ${value} of ${report.images} images ${where}; the run does not cover ${lacking} more, so it is not enough: see --covers of run send, and --allow-uncovered`;
    return { text, json, exit: EXIT.below };
  }
  const text = `${name} ${value} of ${report.images} images ${where}${isBelow ? `, below ${limit}` : ''}`;
  return { text, json, exit: isBelow ? EXIT.below : EXIT.done };
}

interface Judged {
  version: number;
  report: RunReport;
  limit: number | null | undefined;
  /** The run may lack images of the set. */
  mayLack: boolean;
}

/** The figure by which runs are told apart. */
function figureOf(report: RunReport): { name: string; value: number | null } {
  return report.kind === 'classes'
    ? { name: 'accuracy', value: report.accuracy }
    : { name: 'AP', value: report.coco.ap };
}
