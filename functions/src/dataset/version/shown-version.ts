/** What answers show of versions (Contract 11). */

import * as z from 'zod/mini';
import { FORMATS } from '../../../../packages/formats/formats.ts';
import { IMAGE_MODES } from '../../../../packages/formats/src/format.ts';
import { DATASET_TYPES, TRAINING_SETS, VERSION_STATES } from '../../../../packages/records/src/lists.ts';
import { FEATURES } from '../../../../packages/records/src/version-counts.ts';
import { doneWith } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { lazy } from '../../common/lazy.ts';
import { CHOICES } from '../../common/versions/version-ports.ts';
import { imageFilter } from '../curate/image-filter.ts';
import { GROUP_MODES } from '../split/groups.ts';
import { alike, splitWarning } from '../split/split-warning.ts';

const whole = () => z.int().check(z.gte(0));

const millis = lazy(() => z.number().check(about('Unix milliseconds.')));

const sets = lazy(() =>
  z
    .object({ TRAIN: whole(), TEST: whole(), VALIDATION: whole() })
    .check(z.meta({ id: 'SetCounts', description: 'Images in each set.' })),
);

const labelCounts = lazy(() =>
  z
    .object({
      manual: whole().check(about('Labels, all of them by people.')),
      inference: whole().check(about('Annotations or a class of models that no person has checked.')),
      empty: whole().check(about('Nothing in it, as a person has said.')),
      unchecked: whole().check(about('No label, and nobody has checked it.')),
      unclassed: whole().check(about('Labels without a class in this version.')),
    })
    .check(z.meta({ id: 'LabelCounts', description: 'Images; each counts once.' })),
);

const features = z
  .object(Object.fromEntries(FEATURES.map((name) => [name, whole()])))
  .check(about('Numbers of what some export format cannot hold.'));

export const counts = lazy(() =>
  z
    .object({
      images: whole(),
      bytes: whole().check(about('Of the originals.')),
      maskPixels: z
        .optional(whole())
        .check(about('Of all masks together. Absent in versions of earlier releases.')),
      unlabelled: whole(),
      sets: sets(),
      labels: z
        .optional(z.object({ TRAIN: labelCounts(), TEST: labelCounts(), VALIDATION: labelCounts() }))
        .check(about('By set: who has labelled the images. Absent in versions of earlier releases.')),
      tags: z.array(
        z.object({
          ...{ tag: z.string(), images: whole(), annotations: whole(), masks: whole(), sets: sets() },
          objects: z
            .optional(z.object({ TRAIN: whole(), TEST: whole(), VALIDATION: whole() }))
            .check(about('By set: annotations and masks; a mask and the box around it are one.')),
        }),
      ),
      features,
      dropped: z.record(z.string(), whole()).check(about('What was left out, by reason.')),
      groups: z.object({ count: whole(), largest: whole(), alike: alike() }),
      warnings: z.array(z.string()).check(about('Shares that the split could not reach, in sentences.')),
      warningCodes: z
        .optional(z.array(splitWarning()))
        .check(about('The same, as codes with their values. Absent in versions of earlier releases.')),
    })
    .check(z.meta({ id: 'VersionCounts' })),
);

export const parameters = lazy(() =>
  z
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
    .check(z.meta({ id: 'VersionParameters' })),
);

export const version = lazy(() => ({
  number: z.int().check(z.gte(1)),
  name: z.string(),
  note: z.string(),
  by: z.string().check(about("uid of who made it; `''` for nobody that is known.")),
  createdAt: millis(),
  state: z.enum(VERSION_STATES),
  hash: z.string().check(about("SHA-256 of the manifest; `''` unless ready.")),
  reason: z.optional(z.string()).check(about('Why it failed.')),
}));

export const listed = lazy(() =>
  z.object({ ...version(), images: whole() }).check(z.meta({ id: 'ListedVersion' })),
);

export const change = lazy(() =>
  z.object({
    count: whole(),
    images: z.array(z.string()).check(about('Image ids of this page.')),
  }),
);

const labels = lazy(() =>
  z
    .object({
      set: z.enum(TRAINING_SETS),
      tag: z.nullable(z.string()),
      annotations: z.record(z.string(), whole()).check(about('Number by tag id.')),
      masks: z.array(z.string()).check(about('Their tag ids.')),
    })
    .check(z.meta({ id: 'VersionLabels' })),
);

export const changed = lazy(() =>
  z.object({
    image: z.string(),
    name: z.string(),
    before: z.nullable(labels()).check(about('Null: it was not in the earlier version.')),
    after: z.nullable(labels()).check(about('Null: it is not in the later version.')),
  }),
);

const revision = lazy(() =>
  whole().check(
    about(
      'Of the format: it rises whenever the same version gets other bytes; docs/train/versions.md says when.',
    ),
  ),
);

export const formats = lazy(() =>
  z
    .array(
      z.object({
        format: z.enum(FORMATS),
        images: z
          .array(z.enum(IMAGE_MODES))
          .check(about('How a reader can get the images; the default first.')),
        revision: revision(),
        notes: z.array(
          z.object({
            code: z.string(),
            count: whole(),
            text: z.string().check(about('The sentence.')),
          }),
        ),
      }),
    )
    .check(about('What each export format cannot hold of this version; empty unless it is ready.')),
);

export const link = lazy(() =>
  doneWith({
    result: z.string().check(about('Address of the file.')),
    notes: z.array(z.string()).check(about('What the format cannot hold, in sentences.')),
    revision: revision(),
  }),
);

export const address = lazy(() => doneWith({ result: z.string() }));

export const exportHeaders = {
  'Export-Revision': 'Revision of the format: it rises whenever the same version gets other bytes.',
  'Export-Notes': 'What the format cannot hold: a JSON list of sentences, empty if it holds everything.',
};
