import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isClassified } from '../../../../packages/formats/src/format.ts';
import { TRAINING_SETS } from '../../../../packages/records/src/lists.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { uploads } from '../../common/adapters/uploads.ts';
import { HttpError } from '../../common/errors.ts';
import { about, listUpTo, members, part } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';
import { detectorMark } from '../../common/images/detect-image.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { ImageFilter } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { type Detecting, runUploadName } from '../../common/runs/run-ports.ts';
import { imageFilter } from '../curate/image-filter.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

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

type NewRunBody = z.output<typeof newRunBody>;

interface Input extends Target {
  body: NewRunBody;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Of the page that will send the file. */
  origin: string | null;
}

/**
 * Begins a run (Contract 14): an open one, or one that waits for its file.
 * @throws HttpError `dataset not found`, `forbidden`, `version not found`, `bad parameter`
 */
export async function makeRun({
  body,
  requestKey,
  origin,
  ...target
}: Input): Promise<{ number: number; upload?: string }> {
  const found = await requireDataset(target, 'editor');
  const { id: dataset } = found;
  const { live, trainedOn = null, source, filter, size, covers, ...names } = body;
  const detecting = source === 'detect' ? beginDetecting(found, filter ?? {}) : undefined;
  for (const version of [trainedOn, typeof covers === 'object' ? covers.version : null])
    if (version !== null && !(await versions.find(dataset, version)))
      throw new HttpError('version not found', { id: String(version) });
  const by = uidOf(target.caller);
  const kind = `run ${dataset} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  const run = { ...names, trainedOn, source: source ?? (live ? 'live' : 'upload'), by } as const;
  const { number } = await runs.create(
    dataset,
    { ...run, ...(covers && { covers }), ...(detecting && { detecting }) },
    nameRequest(kind, by, requestKey),
  );
  noteLogFields({ run: number });
  if (size === undefined) return { number };
  const about = { contentType: 'application/octet-stream', size, origin };
  return { number, upload: await uploads.begin(runUploadName(dataset, number), about) };
}

/** @throws HttpError `bad parameter`: Cloud Vision finds objects, and images of this dataset have classes */
function beginDetecting({ type, detector: address }: Dataset, filter: ImageFilter): Detecting {
  if (!address && isClassified(type))
    throw new HttpError('bad parameter', { reason: 'images that have classes need a detector of their own' });
  const begin = { job: null, after: null, isWhole: false, done: 0, failed: 0, lost: [] };
  return { filter, detector: detectorMark(address), ...begin };
}
