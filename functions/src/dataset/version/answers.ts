/** Answers of the routes for versions (Contract 11). */

import * as z from 'zod/mini';
import { DATASET_TYPES, VERSION_STATES } from '../../../../packages/records/src/lists.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { TRAINING_SETS } from '../../common/model.ts';
import { CHOICES, FEATURES } from '../../common/versions/version-ports.ts';
import { imageFilter } from '../curate/schema.ts';
import { FORMATS, IMAGE_MODES } from '../formats/export-format.ts';
import { alike, splitWarning } from '../split/answers.ts';
import { GROUP_MODES } from '../split/groups.ts';

const whole = () => z.int().check(z.gte(0));
const millis = z.number().check(about('Unix milliseconds.'));

const sets = z
  .object({ TRAIN: whole(), TEST: whole(), VALIDATION: whole() })
  .check(z.meta({ id: 'SetCounts', description: 'Images in each set.' }));

const labelCounts = z
  .object({
    manual: whole().check(about('Labels, all of them by people.')),
    inference: whole().check(about('Annotations or a class of models that no person has checked.')),
    empty: whole().check(about('Nothing in it, as a person has said.')),
    unchecked: whole().check(about('No label, and nobody has checked it.')),
    unclassed: whole().check(about('Labels without a class in this version.')),
  })
  .check(z.meta({ id: 'LabelCounts', description: 'Images; each counts once.' }));

const features = z
  .object(Object.fromEntries(FEATURES.map((name) => [name, whole()])))
  .check(about('Numbers of what some export format cannot hold.'));

const counts = z
  .object({
    images: whole(),
    bytes: whole().check(about('Of the originals.')),
    unlabelled: whole(),
    sets,
    labels: z
      .optional(z.object({ TRAIN: labelCounts, TEST: labelCounts, VALIDATION: labelCounts }))
      .check(about('By set: who has labelled the images. Absent in versions of earlier releases.')),
    tags: z.array(
      z.object({
        ...{ tag: z.string(), images: whole(), annotations: whole(), masks: whole(), sets },
        objects: z
          .optional(z.object({ TRAIN: whole(), TEST: whole(), VALIDATION: whole() }))
          .check(about('By set: annotations and masks; a mask and the box around it are one.')),
      }),
    ),
    features,
    dropped: z.record(z.string(), whole()).check(about('What was left out, by reason.')),
    groups: z.object({ count: whole(), largest: whole(), alike }),
    warnings: z.array(z.string()).check(about('Shares that the split could not reach, in sentences.')),
    warningCodes: z
      .optional(z.array(splitWarning))
      .check(about('The same, as codes with their values. Absent in versions of earlier releases.')),
  })
  .check(z.meta({ id: 'VersionCounts' }));

const parameters = z
  .object({
    type: z.enum(DATASET_TYPES),
    test: z.number(),
    validation: z.number(),
    group: z.enum(GROUP_MODES),
    save: z.boolean(),
    tagmap: z.record(z.string(), z.nullable(z.string())).check(about('Label by tag id.')),
    filter: imageFilter,
    inference: z.optional(z.enum(CHOICES)),
    unchecked: z.optional(z.enum(CHOICES)),
    tags: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          unclassified: z.boolean(),
          color: z.optional(z.string()).check(about('Absent in versions of earlier releases.')),
          key: z.optional(z.string()).check(about('Absent if it has none.')),
        }),
      )
      .check(about('All tags as they were, in their order.')),
  })
  .check(z.meta({ id: 'VersionParameters' }));

const version = {
  number: z.int().check(z.gte(1)),
  name: z.string(),
  note: z.string(),
  by: z.string().check(about("uid of who made it; `''` for nobody that is known.")),
  createdAt: millis,
  state: z.enum(VERSION_STATES),
  hash: z.string().check(about("SHA-256 of the manifest; `''` unless ready.")),
  reason: z.optional(z.string()).check(about('Why it failed.')),
};

const listed = z.object({ ...version, images: whole() }).check(z.meta({ id: 'ListedVersion' }));

const change = z.object({
  count: whole(),
  images: z.array(z.string()).check(about('Image ids of this page.')),
});

const labels = z
  .object({
    set: z.enum(TRAINING_SETS),
    tag: z.nullable(z.string()),
    annotations: z.record(z.string(), whole()).check(about('Number by tag id.')),
    masks: z.array(z.string()).check(about('Their tag ids.')),
  })
  .check(z.meta({ id: 'VersionLabels' }));

const changed = z.object({
  image: z.string(),
  name: z.string(),
  before: z.nullable(labels).check(about('Null: it was not in the earlier version.')),
  after: z.nullable(labels).check(about('Null: it is not in the later version.')),
});

const formats = z
  .array(
    z.object({
      format: z.enum(FORMATS),
      images: z
        .array(z.enum(IMAGE_MODES))
        .check(about('How a reader can get the images; the default first.')),
      notes: z.array(
        z.object({
          code: z.string(),
          count: whole(),
          text: z.string().check(about('The sentence.')),
        }),
      ),
    }),
  )
  .check(about('What each export format cannot hold of this version; empty unless it is ready.'));

const link = doneWith({
  result: z.string().check(about('Address of the file.')),
  notes: z.array(z.string()).check(about('What the format cannot hold, in sentences.')),
});

const address = doneWith({ result: z.string() });

const exportHeaders = {
  'Export-Notes': 'What the format cannot hold: a JSON list of sentences, empty if it holds everything.',
};

export const versionAnswers: Answers = {
  exportVersion: {
    summary: 'A version in the format of a trainer',
    description:
      'Without links, the same version always gives the same bytes. Images that were deleted for good are listed in `errors.txt` of an archive.',
    success: {
      200: {
        description: 'The file, as a stream; or, with `redirect=false`, the address of a large one.',
        mediaType: ['application/zip', 'application/x-ndjson', 'text/csv'],
        schema: link,
        headers: { 'Content-Disposition': 'Of the file: attachment, with its name.', ...exportHeaders },
      },
      303: {
        description: 'The file is over the limit of a streamed answer, and is fetched from Storage.',
        schema: link,
        headers: { Location: 'Short-lived address of the file.', ...exportHeaders },
      },
    },
    errors: [
      ...(['dataset not found', 'version not found', 'version not ready', 'bad parameter'] as const),
      ...(['export failed', 'archive too large'] as const),
    ],
  },
  followLink: {
    summary: 'Follow the link of an export to an image',
    description: 'Needs no credentials: an export has links that nobody can guess, for a day.',
    success: {
      200: { description: 'With `redirect=false`: where the bytes are.', schema: address },
      302: {
        description: 'Where the bytes are.',
        schema: address,
        headers: { Location: 'Short-lived address of the image.' },
      },
    },
    errors: ['link expired', 'unavailable', 'unforeseen'],
  },
  makeVersion: {
    summary: 'Make a version of a dataset',
    description:
      'An immutable snapshot: the images at the moment of the call, without those in REVIEW. With `Idempotency-Key`, another attempt finishes what the first one began.',
    success: ok('It is ready.', doneWith({ number: version.number, hash: z.string(), counts })),
    errors: ['bad parameter', 'dataset not found', 'version failed'],
  },
  previewVersion: {
    summary: 'What a version would have',
    description:
      'Takes the same body as making a version, and returns its counts by set and class. Nothing is written.',
    success: ok('The counts.', doneWith({ counts })),
    errors: ['bad parameter', 'dataset not found'],
  },
  listVersions: {
    summary: 'List the versions of a dataset',
    description: 'Highest number first.',
    success: ok(
      'A page.',
      doneWith({
        versions: z.array(listed),
        next: z.nullable(z.int()).check(about('For `after` of the next page; null at the end.')),
      }),
    ),
    errors: ['dataset not found', 'bad parameter'],
  },
  showVersion: {
    summary: 'One version, with its counts and parameters',
    success: ok('The version.', doneWith({ ...version, counts: z.nullable(counts), parameters, formats })),
    errors: ['dataset not found', 'version not found'],
  },
  diffVersions: {
    summary: 'What differs between two versions',
    description:
      'An image with another class, annotation or mask is `relabelled`, one in another set `moved`.',
    success: ok(
      'All changes counted, and a page of ids.',
      doneWith({
        added: change,
        removed: change,
        relabelled: change,
        moved: change,
        details: z
          .optional(z.array(changed))
          .check(about('With `details=true`: the images of this page, before and after.')),
        next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
      }),
    ),
    errors: ['dataset not found', 'version not found', 'version not ready', 'bad parameter'],
  },
};
