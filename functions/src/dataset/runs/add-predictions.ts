import * as z from 'zod/mini';
import { MOST_PREDICTIONS, type Prediction, runLine } from '../../../../packages/records/src/run-lines.ts';
import type { Caller } from '../../common/access/caller.ts';
import { permitTarget, requireHolder } from '../../common/access/permit-camera.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import { HttpError } from '../../common/errors.ts';
import type { Budget } from '../../common/http/input/budget.ts';
import { about, listUpTo, members, part, reference } from '../../common/http/input/fields.ts';
import { isId, tagIdOf } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { ToldLine } from '../../common/runs/run-ports.ts';
import { requireDataset } from '../require-dataset.ts';
import { clipBox, fitsImage } from './fit-prediction.ts';
import { ownRecords } from './own-records.ts';
import type { RunTarget } from './show-run.ts';

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

type ToldImage = z.output<typeof predictionsBody>['predictions'][number];

/** `kept`: images of which the run now has predictions; `unknown`: those that the dataset does not have, or not of this camera. */
interface Told {
  kept: number;
  unknown: string[];
}

/** Bytes of one line, and of all together: a document of Firestore takes 1 MiB, a commit 10. */
const MOST_LINE = 900_000;
const MOST_BYTES = 9_000_000;
/** Tags that are looked up at once. */
const PARALLEL = 16;

/**
 * Tells an open run what its model said about images (Contract 14): all of it, or, after an error, nothing. An image that is
 * told again is replaced.
 * @throws HttpError `dataset not found`, `forbidden`, `unauthorized`, `run not found`, `run not open`, `tag not found`,
 *   `bad parameter`, `body too large`
 */
export async function addPredictions({
  images,
  ...target
}: RunTarget & { images: readonly ToldImage[] }): Promise<Told> {
  const dataset = await requireTold(target);
  const tagOf = await currentTags(dataset, images);
  const told = new Map(images.map((each) => [each.image, each.predictions]));
  const records = await recordsOf(dataset, [...told.keys()], target.caller);
  const lines: ToldLine[] = [];
  for (const record of records) {
    if (isPauseDue()) await pause();
    lines.push(lineOf(record, told.get(record.id) ?? [], tagOf));
  }
  requireBounded(lines);
  const id = String(target.run);
  const run = await runs.predict(dataset.id, target.run, lines);
  if (run === null) throw new HttpError('run not found', { id });
  if (run !== 'kept') {
    const reason = run.state === 'open' ? 'a detector makes its predictions' : run.state;
    throw new HttpError('run not open', { id, reason });
  }
  noteLogFields({ run: target.run });
  const known = new Set(records.map((each) => each.id));
  return { kept: lines.length, unknown: [...told.keys()].filter((image) => !known.has(image)) };
}

/** The dataset, if the caller is an editor of it, or a camera that it admits. */
async function requireTold({ dataset: id, caller }: RunTarget): Promise<Dataset> {
  if (caller.kind !== 'device') return requireDataset({ dataset: id, caller }, 'editor');
  const [dataset, monitor] = await Promise.all([
    isId(id) ? datasets.find(id) : null,
    monitors.find(caller.monitor),
  ]);
  if (!monitor) throw new HttpError('unauthorized');
  await requireHolder(caller, monitor);
  if (!dataset) throw new HttpError('dataset not found', { id });
  permitTarget(caller, { monitor, dataset }, 'dataset not found', id);
  noteLogFields({ dataset: id });
  return dataset;
}

/** What each tag is called now; null where it was deleted. */
async function currentTags(
  dataset: Dataset,
  images: readonly ToldImage[],
): Promise<Map<string, string | null>> {
  const named = new Set(images.flatMap(({ predictions }) => predictions.map(({ tag }) => tag)));
  const pairs = await inParallel(named, PARALLEL, async (tag) => {
    const id = tagIdOf(tag, dataset.id);
    const found = id === null ? undefined : await datasets.resolveTag(dataset, id);
    if (found === undefined) throw new HttpError('tag not found', { id: tag });
    return [tag, found] as const;
  });
  return new Map(pairs);
}

/** A camera speaks only about the images of its own monitor. */
async function recordsOf(
  dataset: Dataset,
  images: readonly string[],
  caller: Caller,
): Promise<ImageRecord[]> {
  const fields = ['monitor', 'width', 'height'] as const;
  const own = await ownRecords(dataset.id, images.filter(isId), fields, imageLists);
  return [...own.values()].filter(({ monitor }) => caller.kind !== 'device' || monitor === caller.monitor);
}

function lineOf(
  record: ImageRecord,
  predictions: readonly Prediction[],
  tagOf: ReadonlyMap<string, string | null>,
): ToldLine {
  const { id: image } = record;
  if (predictions.some(({ rle }) => rle && !fitsImage(rle, record)))
    throw new HttpError('bad parameter', { reason: `a mask of image ${image} is not one of its size` });
  const line = runLine({
    image,
    predictions: predictions.flatMap((each) => {
      const tag = tagOf.get(each.tag) ?? null;
      return tag === null ? [] : [{ ...each, tag }];
    }),
  });
  const bytes = Buffer.byteLength(line);
  if (bytes > MOST_LINE)
    throw new HttpError('bad parameter', {
      reason: `the predictions of image ${image} take ${bytes} bytes; at most ${MOST_LINE}`,
    });
  return { image, line };
}

function requireBounded(lines: readonly ToldLine[]): void {
  const bytes = lines.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
  if (bytes > MOST_BYTES) throw new HttpError('body too large');
}
