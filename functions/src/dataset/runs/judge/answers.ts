/** Answers of the routes that judge runs (Contract 14). */
import * as z from 'zod/mini';
import type { Answers } from '../../../common/http/answers.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { TRAINING_SETS } from '../../../common/model.ts';
import { listed } from '../../curate/answers.ts';
import { KINDS } from './evaluation/truth.ts';

const whole = () => z.int().check(z.gte(0));
/** Null where nothing defines one. */
const figure = () => z.nullable(z.number());
const figures = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, figure()])) as Record<Name, ReturnType<typeof figure>>;

const prediction = z
  .object({
    tag: z.string().check(about('Tag id.')),
    score: z.number().check(about('From 0 to 1.')),
    box: z
      .optional(z.array(z.number()))
      .check(about('Corner, width and height, as shares of the upright image.')),
    rle: z
      .optional(z.object({ counts: z.string(), size: z.array(z.int()) }))
      .check(about("COCO's compressed run lengths; `size` is height and width in pixels.")),
  })
  .check(z.meta({ id: 'Prediction' }));

const judged = z.object({ ...listed, predictions: z.array(prediction) }).check(z.meta({ id: 'JudgedImage' }));

const cut = z
  .object({ score: z.number(), precision: z.number(), recall: z.number(), f1: z.number() })
  .check(z.meta({ id: 'ScoreCut', description: 'If predictions from this score on are shown.' }));

const best = z.nullable(cut).check(about('The highest score with the best F1; null if nothing is right.'));

const some = z.object({
  count: whole(),
  images: z.array(z.string()).check(about('The first 20 of them.')),
});

const common = {
  set: z.enum(TRAINING_SETS),
  iou: z.nullable(z.number()).check(about('What a right prediction overlaps at least; null for classes.')),
  threshold: z.number().check(about('Predictions with lower scores are not in the confusion matrix.')),
  images: whole().check(about('Images in the figures: of the set, and looked at by the run.')),
  curve: z.array(cut).check(about('At the scores 0, 0.01 … 1.')),
  best,
  calibration: z.object({
    bins: z
      .array(z.object({ answers: whole(), ...figures('score', 'right') }))
      .check(
        about('Of the scores 0 to 0.1, 0.1 to 0.2 and so on: the mean score and the share of right answers.'),
      ),
    expectedError: figure(),
  }),
  confusion: z.object({
    classes: z.array(z.string()),
    counts: z
      .array(z.array(whole()))
      .check(
        about('A row for each true class, a column for each predicted one; the last of each is nothing.'),
      ),
  }),
  uncovered: z.object({
    run: some.check(about('Of the set, but the run has not looked at them.')),
    version: some.check(about('In the run, but not in the version.')),
  }),
  leaked: z
    .nullable(some)
    .check(about('Images that the model was trained on; null if its version is not known.')),
  unlabelled: whole().check(about('Images without class, which are not in the figures.')),
  unaccepted: whole().check(
    about('Annotations of models that no person has accepted; they count as labels.'),
  ),
  unclassed: whole().check(about('Predictions of tags without a class in the version.')),
  unreadable: whole().check(about('Masks that could not be read.')),
};

const ofClasses = z
  .object({
    kind: z.literal('classes'),
    accuracy: figure(),
    classes: z.array(
      z.object({ class: z.string(), images: whole(), ...figures('precision', 'recall', 'f1') }),
    ),
    ...common,
  })
  .check(z.meta({ id: 'ClassReport' }));

const ofObjects = z
  .object({
    kind: z.enum(['boxes', 'masks']),
    coco: z
      .object({
        ...figures('ap', 'ap50', 'ap75', 'apSmall', 'apMedium', 'apLarge'),
        ...figures('ar1', 'ar10', 'ar100', 'arSmall', 'arMedium', 'arLarge'),
      })
      .check(about("COCO's twelve figures.")),
    classes: z.array(
      z.object({
        class: z.string(),
        objects: whole(),
        predictions: whole(),
        best,
        ...figures('ap', 'ap50', 'ap75'),
      }),
    ),
    ...common,
  })
  .check(z.meta({ id: 'ObjectReport' }));

const compared = z
  .object({
    figure: z.string().check(about('`ap`, `ap50`, `accuracy`, `bestF1` and so on.')),
    class: z.nullable(z.string()).check(about('Null for a figure of all classes.')),
    ...figures('a', 'b'),
    difference: figure().check(about('Of b minus a.')),
    interval: z
      .nullable(z.array(z.number()))
      .check(
        about(
          '95 % of the differences of drawn images are within it: lower and upper end; null if nothing can be drawn.',
        ),
      ),
  })
  .check(z.meta({ id: 'ComparedFigure' }));

const fileLink = doneWith({ result: z.string().check(about('Address of the file.')) });

export const judgeAnswers: Answers = {
  evaluateRun: {
    summary: 'How well a run agrees with a version',
    description:
      'On the images of one set. The same run, version and parameters give the same report; it is kept, and answered at once the next time.',
    success: ok(
      'The report.',
      doneWith({
        version: z.int().check(about('Its number.')),
        report: z.union([ofClasses, ofObjects]),
      }),
    ),
    errors: [
      ...(['dataset not found', 'run not found', 'run not ready', 'run too large', 'too costly'] as const),
      ...(['version not found', 'version not ready', 'bad parameter'] as const),
    ],
  },
  listRunImages: {
    summary: 'List images of a run by how predictions and labels disagree',
    description:
      'Orders and filters go by the labels as they were when the run became ready; each image has its labels as they are now. Images that are gone are left out, so that a page may have fewer than `limit`.',
    success: ok(
      'A page.',
      doneWith({
        images: z.array(judged),
        next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
      }),
    ),
    errors: ['dataset not found', 'run not found', 'run not ready', 'bad parameter'],
  },
  compareRuns: {
    summary: 'Compare two runs on the same images',
    description:
      'On the images of the set that both runs have looked at. Intervals come from drawing bursts again and again: frames of a burst are near copies. The same runs and version give the same answer.',
    success: ok(
      'Each figure of both runs, with its difference.',
      doneWith({
        version: z.int().check(about('Its number.')),
        kind: z.enum(KINDS),
        images: whole(),
        bursts: whole().check(about('Groups of images that are near copies.')),
        uncovered: z
          .object({ a: some, b: some })
          .check(about('Of the set, but the run has not looked at them.')),
        unreadable: whole().check(about('Masks that could not be read.')),
        figures: z.array(compared),
      }),
    ),
    errors: [
      ...(['dataset not found', 'run not found', 'run not ready', 'run too large', 'too costly'] as const),
      ...(['version not found', 'version not ready', 'bad parameter'] as const),
    ],
  },
  reviewRun: {
    summary: 'Send the first images of an order to review',
    description:
      'Moves them to REVIEW as a decision about images does. Images that are in REVIEW already count and stay, so that the same call again changes nothing more.',
    success: ok(
      'They are in REVIEW.',
      doneWith({ images: z.array(z.string()).check(about('Image ids, first ones first.')) }),
    ),
    errors: ['dataset not found', 'run not found', 'run not ready', 'bad parameter'],
  },
  exportRun: {
    summary: 'What a run says, as a file',
    description:
      'Images that are gone from the dataset are left out. The bytes of `ndjson` are those of the run, as long as no image is gone.',
    success: {
      200: {
        description: 'The file, as a stream; or, with `redirect=false`, the address of a large one.',
        mediaType: ['application/octet-stream', 'application/zip', 'application/x-ndjson'],
        schema: fileLink,
        headers: { 'Content-Disposition': 'Of the file: attachment, with its name.' },
      },
      303: {
        description: 'The file is over the limit of a streamed answer, and is fetched from Storage.',
        schema: fileLink,
        headers: { Location: 'Short-lived address of the file.' },
      },
    },
    errors: [
      ...(['dataset not found', 'run not found', 'run not ready', 'bad parameter'] as const),
      ...(['version not found', 'version not ready', 'archive too large'] as const),
    ],
  },
};
