/** Request schemas of the routes that create, change and delete datasets (Contract 9). */

import * as z from 'zod/mini';
import { datasetRecord, LONGEST, type Retention } from '../../../../packages/records/src/dataset.ts';
import { DATASET_TYPES, EMBEDDERS } from '../../../../packages/records/src/lists.ts';
import { about, addressField, members, oneOf, part } from '../../common/http/input/fields.ts';
import { listAfter, listLimit } from '../../common/http/input/list-query.ts';
import { chosenId, nameField, settingsBody } from '../../common/http/input/name-fields.ts';
import { flag } from '../schema.ts';
import { bad, color, key, tagName, unclassified } from '../tags/schema.ts';

/** A Firestore commit takes 500 writes, and each tag is one. */
const MOST_TAGS = 400;

const name = nameField('name').check(about('Name for people.'));

const type = oneOf('type', DATASET_TYPES).check(about('Spec 2.1.'));

const newTag = part(
  {
    name: tagName,
    color: z._default(color, ''),
    key: z._default(key, ''),
    unclassified: z._default(unclassified, false),
    bad: z._default(bad, false),
  },
  'tags must be objects with a name',
);

const tags = z
  .array(newTag, 'tags must be a list')
  .check(z.maxLength(MOST_TAGS, `tags must be at most ${MOST_TAGS}`));

export const datasetsQuery = z.object({
  limit: listLimit,
  after: listAfter,
  tags: flag('tags', 'False: without the tags, which are most of the answer.', true),
});

export const newDatasetBody = members({ name, type, tags: z._default(tags, []), id: chosenId });

export type DatasetFields = z.output<typeof newDatasetBody>;

const suggest = oneOf('suggest', EMBEDDERS).check(
  about('What suggestions rest on (Contract 15). `off` removes what they have made of the pictures.'),
);

const DETECTOR_FLAW = 'detector must be an address of at most 2000 characters, or off';

const detector = addressField(DETECTOR_FLAW).check(
  about(
    'Where pictures are sent to for `detect` instead of Cloud Vision: https, a public host, no user name or password; `off`: Cloud Vision (Contract 16). For the owner.',
  ),
);

const days = (name: keyof Retention) => {
  const flaw = `retention.${name} must be a whole number of days from 1 to ${LONGEST[name]}`;
  return z.int(flaw).check(z.gte(1, flaw), z.lte(LONGEST[name], flaw));
};

export const unlabelledDays = days('unlabelled');

const retention = part(
  {
    unlabelled: z
      .optional(z.nullable(unlabelledDays))
      .check(
        about('Days after which images that nobody has labelled go into the trash, at night; null: never.'),
      ),
    rejected: z
      .optional(days('rejected'))
      .check(about('Days for which the trash keeps what is rejected from now on.')),
  },
  'retention must be an object',
).check(about('How long images are kept (Contract 20). For the owner.'));

export const datasetChangeBody = members({
  ...settingsBody(datasetRecord),
  type: z.optional(type),
  suggest: z.optional(suggest),
  detector: z.optional(detector),
  retention: z.optional(retention),
});

export type DatasetChange = z.output<typeof datasetChangeBody>;

export const deleteDatasetBody = members({
  confirm: z.string("confirm must be the dataset's name").check(about("The dataset's name.")),
});
