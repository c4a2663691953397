/** Request schemas of the routes for runs (Contract 14). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import { MOST_PREDICTIONS } from '../../../../packages/records/src/run-lines.ts';
import type { Budget } from '../../common/http/input/budget.ts';
import { about, id, listUpTo, members, part, reference } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';
import { imageFilter } from '../curate/schema.ts';
import { afterNumber, limit } from '../schema.ts';
import { clipBox } from './fit-prediction.ts';

export const runPath = z.object({
  dataset_id: id('Dataset id'),
  run: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/), about('Number of the run.', { example: '1' })),
    z.transform(Number),
  ),
});

const NO_VERSION = 'trainedOn must be the number of a version';

/** Of the file of a run, in bytes. */
const LARGEST_FILE = 4 * 1024 ** 3;
const NO_SIZE = `size must be the file's size in bytes: a whole number from 1 to ${LARGEST_FILE}`;

const NO_COVERS = 'covers must be all, listed, or {version, sets?}';

const coveredVersion = part(
  {
    version: z.int(NO_COVERS).check(z.gte(1, NO_COVERS), z.lte(999_999_999, NO_COVERS)),
    sets: z
      .optional(
        listUpTo(TRAINING_SETS.length, NO_COVERS, z.array(z.enum(TRAINING_SETS, NO_COVERS), NO_COVERS)),
      )
      .check(about('All of its sets unless given.')),
  },
  NO_COVERS,
).check(about('A version, all of whose images the model was given, or those of some of its sets.'));

export const newRunBody = members({
  name: nameField('name').check(about('For people.')),
  model: z
    ._default(
      z.union([nameField('model'), z.literal('')], 'model must be one line of at most 200 characters'),
      '',
    )
    .check(about('Whatever you call the model.')),
  trainedOn: z
    .optional(z.int(NO_VERSION).check(z.gte(1, NO_VERSION), z.lte(999_999_999, NO_VERSION)))
    .check(about('Number of the version that the model was trained on.')),
  live: z
    ._default(z.boolean('live must be true or false'), false)
    .check(about('An open run, which is told its predictions while images arrive.')),
  source: z
    .optional(z.literal('detect', 'source can only be detect'))
    .check(about("A run of the dataset's detector, or Cloud Vision: `detect` looks at the images.")),
  filter: z.optional(imageFilter).check(about('Of `source: detect`: the images that it looks at.')),
  covers: z
    .optional(z.union([z.enum(['all', 'listed']), coveredVersion], NO_COVERS))
    .check(
      about(
        'Of a file: the images that the model was given. One of them that the file does not name has no predictions, which counts. `all`: every image of the dataset; `listed`: those that the file names. Files of `coco`, `ultralytics` and `yolo` need it, because they cannot name an image in which nothing was found.',
      ),
    ),
  size: z
    .optional(z.int(NO_SIZE).check(z.gte(1, NO_SIZE), z.lte(LARGEST_FILE, NO_SIZE)))
    .check(
      about('Bytes of the file, which `upload` takes. Of a run that is told nothing: such a run needs it.'),
    ),
}).check(
  z.refine(
    ({ live, source, filter }) => (source === 'detect' ? !live : filter === undefined),
    'filter is for source detect, and live is not',
  ),
  z.refine(
    ({ live, source, size }) => (live || source === 'detect') === (size === undefined),
    `${NO_SIZE}; only a run that waits for its file has it`,
  ),
  z.refine(
    ({ covers, size }) => covers === undefined || size !== undefined,
    'covers is for the run of a file',
  ),
);

export type NewRunBody = z.output<typeof newRunBody>;

export const runsQuery = z.object({ limit: limit(200, 'Runs of a page.'), after: afterNumber('run') });

/** Images of one call. */
const MOST_IMAGES = 500;
const MOST_SIDE = 65_535;

/** Predictions take more than annotations do: masks, and a thousand of them in each image. */
export const PREDICTIONS_BUDGET: Budget = { bytes: 8 * 1024 ** 2, depth: 8, members: 400_000 };

const NO_SCORE = 'score must be a number from 0 to 1';
const NO_BOX = 'box must be [x, y, width, height] in shares of the image, and not outside it';
const NO_MASK = 'rle must be {counts, size: [height, width]}, with counts as the COCO API writes them';

const share = z.number(NO_BOX);

const box = z
  .pipe(
    z.tuple([share, share, share, share], NO_BOX),
    z.transform((given, context) => {
      const clipped = clipBox(given);
      if (clipped) return clipped;
      context.issues.push({ code: 'custom', message: NO_BOX, input: null });
      return z.NEVER;
    }),
  )
  .check(
    about('Corner, width and height as shares of the upright image; what is beyond its edges is cut off.'),
  );

const side = z.int(NO_MASK).check(z.gte(1, NO_MASK), z.lte(MOST_SIDE, NO_MASK));

const rle = part({ counts: z.string(NO_MASK), size: z.tuple([side, side], NO_MASK) }, NO_MASK).check(
  about("A mask as COCO's compressed run lengths; `size` is height and width of the upright image."),
);

const prediction = part(
  {
    tag: reference('tag must be the id of a tag').check(
      about('Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.'),
    ),
    score: z.number(NO_SCORE).check(z.gte(0, NO_SCORE), z.lte(1, NO_SCORE)),
    box: z.optional(box),
    rle: z.optional(rle),
  },
  'a prediction must be {tag, score, box?, rle?}',
);

const TOO_MANY = `an image has at most ${MOST_PREDICTIONS} predictions`;
const NO_IMAGES = `predictions must be a list of 1 to ${MOST_IMAGES} images`;

const toldImage = part(
  {
    image: reference('image must be the id of an image').check(
      about('Image id, or path `image/<image_id>`.'),
    ),
    predictions: listUpTo(
      MOST_PREDICTIONS,
      TOO_MANY,
      z.array(prediction, 'predictions of an image must be a list'),
    ).check(about('Empty where the model saw nothing.')),
  },
  'an image must be {image, predictions}',
);

/** Paths are accepted as well as ids, as for tags (Contract 2). */
export const predictionsBody = members({
  predictions: listUpTo(
    MOST_IMAGES,
    NO_IMAGES,
    z
      .array(
        z.pipe(
          toldImage,
          z.transform(({ image, predictions }) => ({ image: image.replace(/^\/?image\//, ''), predictions })),
        ),
        NO_IMAGES,
      )
      .check(z.minLength(1, NO_IMAGES)),
  ),
});

export type ToldImage = z.output<typeof predictionsBody>['predictions'][number];
