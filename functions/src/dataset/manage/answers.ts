/** Answers of the routes that create, change and delete datasets (Contract 9). */

import * as z from 'zod/mini';
import { DATASET_TYPES, EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import { ROLES } from '../../common/access/permit.ts';
import type { Answers } from '../../common/http/answers.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';
import { offers } from '../../common/members/answers.ts';

export const role = z.enum(ROLES).check(about('Role of the caller; an administrator counts as owner.'));

const listed = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(DATASET_TYPES),
    imageCounter: z.number(),
    suggest: z.enum(EMBEDDERS).check(about('What suggestions rest on.')),
    detector: z.string().check(about('Address of its own detector; `off`: Cloud Vision.')),
    role,
    tags: z
      .optional(z.array(z.object({ id: z.string(), name: z.string() })))
      .check(about('Absent with `tags=false`.')),
    deleted: z
      .optional(z.number())
      .check(about('Only of a deleted dataset: when it is permanently deleted, Unix milliseconds.')),
  })
  .check(z.meta({ id: 'ListedDataset' }));

export const manageAnswers: Answers = {
  listDatasets: {
    summary: 'List the datasets that the caller may see',
    description:
      'Each page is sorted by name. Deleted datasets of the caller are included and have `deleted`. A page that has 10,000 tags ends there.',
    success: ok('The datasets.', doneWith({ datasets: z.array(listed), next, offers })),
    errors: ['bad parameter'],
  },
  makeDataset: {
    summary: 'Create a dataset',
    description:
      'For people with the claim `admin` or `creator`, or whose verified e-mail address is in `CREATORS`. The caller becomes its owner.',
    success: ok('The dataset is created.', doneWith({ id: z.string() })),
    errors: ['bad parameter', 'dataset exists'],
  },
  changeDataset: {
    summary: "Change a dataset's name, type, detector, or what suggestions rest on",
    description:
      'The type can be changed only as long as there are no images. With `suggest: "off"`, what suggestions have made of the pictures is removed. The detector is for the owner to change.',
    success: ok('The dataset is changed.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'dataset in use'],
  },
  deleteDataset: {
    summary: 'Delete a dataset',
    description:
      'For its owner. Nobody can use it any more. The owner can restore it for 7 days; then it is permanently deleted with its images.',
    success: ok(
      'The dataset is deleted.',
      doneWith({
        until: z.number().check(about('When it can no longer be restored, Unix milliseconds.')),
      }),
    ),
    errors: ['bad parameter', 'dataset not found'],
  },
  restoreDataset: {
    summary: 'Restore a deleted dataset',
    description: 'For its owner, within 7 days. Does nothing if the dataset is not deleted.',
    success: ok('The dataset is restored.', doneSchema),
    errors: ['dataset not found'],
  },
};
