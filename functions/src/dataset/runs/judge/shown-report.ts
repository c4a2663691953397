/** What answers show of the reports on runs (Contract 14). */
import * as z from 'zod/mini';
import { TRAINING_SETS } from '../../../../../packages/records/src/lists.ts';
import { ALIKE } from '../../../../../packages/records/src/version-counts.ts';
import { doneWith } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { lazy } from '../../../common/lazy.ts';
import { listed } from '../../curate/image-answer.ts';

export const whole = () => z.int().check(z.gte(0));

/** Null where nothing defines one. */
const figure = () => z.nullable(z.number());

const figures = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, figure()])) as Record<Name, ReturnType<typeof figure>>;

const prediction = lazy(() =>
  z
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
    .check(z.meta({ id: 'Prediction' })),
);

export const judged = lazy(() =>
  z.object({ ...listed(), predictions: z.array(prediction()) }).check(z.meta({ id: 'JudgedImage' })),
);

const cut = lazy(() =>
  z
    .object({ score: z.number(), precision: z.number(), recall: z.number(), f1: z.number() })
    .check(z.meta({ id: 'ScoreCut', description: 'If predictions from this score on are shown.' })),
);

const best = lazy(() =>
  z.nullable(cut()).check(about('The highest score with the best F1; null if nothing is right.')),
);

export const some = lazy(() =>
  z.object({
    count: whole(),
    images: z.array(z.string()).check(about('The first 20 of them.')),
  }),
);

const errorRate = lazy(() =>
  z
    .object({
      count: whole().check(about('Groups of images that the model is wrong about.')),
      share: z.number(),
      interval: z.array(z.number()).check(about('95 % (Clopper and Pearson): lower and upper end.')),
    })
    .check(z.meta({ id: 'ErrorRate' })),
);

export const operatingPoint = lazy(() =>
  z
    .object({
      threshold: z.number().check(about('An image that is at least so sure to be bad is called bad.')),
      escapes: errorRate(),
      falseRejects: errorRate(),
    })
    .check(
      z.meta({
        id: 'OperatingPoint',
        description:
          '`escapes`: bad ones that are called good; `falseRejects`: good ones that are called bad.',
      }),
    ),
);

export const inspection = lazy(() =>
  z.nullable(
    z
      .object({
        bad: z.array(z.string()).check(about('Classes of bad parts, as the version names them.')),
        groups: z
          .object({ good: whole(), bad: whole() })
          .check(about('Groups of images: those of a burst are near copies, and count as one.')),
        alike: z
          .enum(ALIKE)
          .check(
            about(
              'By what images are in one group: `look`: bursts alone; `signature`: near copies by their embeddings too.',
            ),
          ),
        area: figure().check(
          about(
            'The share of pairs of a bad and a good group in which the bad one is surer to be bad (AUROC); null unless there are both.',
          ),
        ),
        atMost: z
          .array(z.object({ falseRejects: z.number(), point: z.nullable(operatingPoint()) }))
          .check(
            about(
              'The best point that throws away so many of the good ones at most; null where none does that finds a bad one.',
            ),
          ),
        curve: z
          .array(operatingPoint())
          .check(about('Lowest threshold first, at most 200. Empty unless there are good and bad ones.')),
      })
      .check(
        z.meta({
          id: 'Inspection',
          description:
            'What an inspection with this model lets through, and what it throws away. Null if no class is bad: none has `bad`, and in an ANOMALY dataset none is called `good`.',
        }),
      ),
  ),
);

const common = lazy(() => ({
  inspection: inspection(),
  set: z.enum(TRAINING_SETS),
  iou: z.nullable(z.number()).check(about('What a right prediction overlaps at least; null for classes.')),
  threshold: z.number().check(about('Predictions with lower scores are not in the confusion matrix.')),
  images: whole().check(about('Images in the figures: of the set, and looked at by the run.')),
  curve: z.array(cut()).check(about('At the scores 0, 0.01 … 1.')),
  best: best(),
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
    run: some().check(about('Of the set, but the run has not looked at them.')),
    version: some().check(about('In the run, but not in the version.')),
  }),
  leaked: z
    .nullable(some())
    .check(about('Images that the model was trained on; null if its version is not known.')),
  unlabelled: whole().check(about('Images without class, which are not in the figures.')),
  unaccepted: whole().check(
    about('Annotations of models that no person has accepted; they count as labels.'),
  ),
  unclassed: whole().check(about('Predictions of tags without a class in the version.')),
  unreadable: whole().check(about('Masks that could not be read.')),
}));

export const ofClasses = lazy(() =>
  z
    .object({
      kind: z.literal('classes'),
      accuracy: figure(),
      balancedAccuracy: figure().check(about('The mean recall of the classes that have images.')),
      classes: z.array(
        z.object({ class: z.string(), images: whole(), ...figures('precision', 'recall', 'f1') }),
      ),
      ...common(),
    })
    .check(z.meta({ id: 'ClassReport' })),
);

export const ofObjects = lazy(() =>
  z
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
          best: best(),
          ...figures('ap', 'ap50', 'ap75'),
        }),
      ),
      ...common(),
    })
    .check(z.meta({ id: 'ObjectReport' })),
);

export const compared = lazy(() =>
  z
    .object({
      figure: z.string().check(about('`ap`, `ap50`, `accuracy`, `balancedAccuracy`, `bestF1` and so on.')),
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
    .check(z.meta({ id: 'ComparedFigure' })),
);

export const fileLink = lazy(() => doneWith({ result: z.string().check(about('Address of the file.')) }));
