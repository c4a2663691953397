/** Commands of datasets, versions and runs. */
import type { DetectedImages, RunFileOptions, RunReport } from '../runs.ts';
import type { VersionOptions } from '../versions.ts';
import {
  type Command,
  countOf,
  EXIT,
  type Given,
  numberOf,
  oneOf,
  present,
  table,
  textOf,
  UsageError,
  versionOf,
} from './command.ts';
import { bytesOf, DATASET, openFile, TAGMAP } from './files.ts';

export const datasets: Command = {
  name: 'datasets',
  about: 'Lists the datasets that you may see.',
  options: {},
  async run({ service }) {
    const found = await service.listDatasets({ tags: false });
    const rows = found.map(({ id, name, type, role, imageCounter }) => [
      id,
      name,
      type,
      role,
      `${imageCounter} images`,
    ]);
    return { text: table(rows), json: { datasets: found } };
  },
};

export const makeVersion: Command = {
  name: 'version make',
  about: 'Freezes a dataset as a version, and waits until it is ready.',
  options: {
    dataset: DATASET,
    name: { value: 'TEXT', about: 'of the version' },
    note: { value: 'TEXT', about: 'about it' },
    test: { value: 'PERCENT', about: 'of the images (10; 0 if only --validation is given)' },
    validation: { value: 'PERCENT', about: 'of the images (10; 0 if only --test is given)' },
    group: { value: 'GROUP', about: 'burst, minute, session or image: what stays in one set' },
    tagmap: TAGMAP,
    inference: { value: 'include|exclude', about: 'annotations of models that no person has accepted' },
    unchecked: { value: 'include|exclude', about: 'images without any label that nobody has checked' },
  },
  async run({ service, given }) {
    const either = ['include', 'exclude'] as const;
    const options: VersionOptions = present({
      name: textOf(given, 'name'),
      note: textOf(given, 'note'),
      test: numberOf(given, 'test'),
      validation: numberOf(given, 'validation'),
      group: oneOf(given, 'group', ['burst', 'minute', 'session', 'image'] as const),
      tagmap: textOf(given, 'tagmap'),
      inference: oneOf(given, 'inference', either),
      unchecked: oneOf(given, 'unchecked', either),
    });
    const { number, hash, counts } = await service
      .datasets(textOf(given, 'dataset') as string)
      .versions.make(options);
    return { text: `${number}`, json: { number, hash, counts } };
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
    format: {
      value: 'FORMAT',
      about: 'ndjson, coco, ultralytics, yolo, vertex or labelstudio; recognized unless given',
    },
    version: { value: 'VERSION', about: 'by whose exports the file names images and classes' },
    score: { value: 'SCORE', about: 'of predictions that have none' },
    tagmap: TAGMAP,
  },
  async run({ service, given, words: [file = ''], progress }) {
    const { runs } = service.datasets(textOf(given, 'dataset') as string);
    const trainedOn = textOf(given, 'trained-on');
    const asked = fileOptionsOf(given);
    const run = {
      ...present({ model: textOf(given, 'model'), trainedOn: trainedOn && countOf(trainedOn, 'A version') }),
      name: textOf(given, 'name') as string,
    };
    const number = await runs.upload(run as never, await openFile(file), { onProgress: bytesOf(progress) });
    const check = await runs.check(number, asked);
    const ready = await runs.finish(number, asked);
    const { count } = check.unmatched;
    if (count > 0)
      process.stderr.write(
        `${count} entries belong to no image, such as ${check.unmatched.items[0]?.path}.\n`,
      );
    const unknown = check.labels.filter(({ tag }) => tag === null).map(({ label }) => label);
    if (unknown.length > 0)
      process.stderr.write(`Left out, because no tag is called so: ${unknown.join(', ')}.\n`);
    return { text: `${number}`, json: { ...ready, check } };
  },
};

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
    const onProgress = ({ done, failed, left }: DetectedImages) =>
      progress(`${done} images`, (done + failed) / (done + failed + left || 1));
    const made = await runs.detect(number, { onProgress }).catch((error: unknown) => {
      process.stderr.write(
        `Run ${number} has what was found so far; --continue ${number} goes on with it.\n`,
      );
      throw error;
    });
    if (made.failed > 0) process.stderr.write(`${made.failed} images could not be looked at.\n`);
    const lost = made.lost.map(({ label }) => label);
    if (lost.length > 0)
      process.stderr.write(`Left out, because they are no tags, or have no size: ${lost.join(', ')}.\n`);
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
    'fail-below': { value: 'FIGURE', about: `exit code ${EXIT.below} if the accuracy or AP is less` },
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
    const figure = figureOf(report);
    const limit =
      other === undefined
        ? own
        : figureOf((await runs.evaluate(countOf(other, 'A run'), { ...options, version })).report).value;
    // Nothing to judge is not good enough.
    const isBelow =
      limit !== undefined && limit !== null && !(figure.value !== null && figure.value >= limit);
    const compared = isBelow ? `, below ${limit}` : '';
    const text = `${figure.name} ${figure.value ?? 'unknown'} of ${report.images} images (version ${version}, ${report.set})${compared}`;
    return { text, json: { version, report }, exit: isBelow ? EXIT.below : EXIT.done };
  },
};

/** The figure by which runs are told apart. */
function figureOf(report: RunReport): { name: string; value: number | null } {
  return report.kind === 'classes'
    ? { name: 'accuracy', value: report.accuracy }
    : { name: 'AP', value: report.coco.ap };
}
