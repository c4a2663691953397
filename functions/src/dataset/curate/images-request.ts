/** What requests that change images of a dataset take (Contract 9). */
import * as z from 'zod/mini';
import { imageRecord } from '../../../../packages/records/src/image.ts';
import { DECISIONS, SET_TYPES } from '../../../../packages/records/src/lists.ts';
import { about, listUpTo, members, oneOf, part, reference, seen } from '../../common/http/input/fields.ts';
import { settingsBody } from '../../common/http/input/name-fields.ts';
import { selection, whole } from './image-filter.ts';

/** Maximum number of changes in one call (Contract 9: PATCH images). */
const MOST_CHANGED = 500;

const listOf = <T extends z.core.$ZodType>(name: string, entry: T) => {
  const flaw = `${name} must be a list of 1 to ${MOST_CHANGED}`;
  return listUpTo(MOST_CHANGED, flaw, z.array(entry, flaw).check(z.minLength(1, flaw)));
};

const NO_IMAGE = 'image must be an image id';
const NO_TAG = 'tag must be a tag id or null';

const imageId = reference(NO_IMAGE).check(about('Image id.'));

const decided = {
  tag: z.optional(z.nullable(reference(NO_TAG))).check(about('Tag id; null makes the image unlabelled.')),
  set: z.optional(oneOf('set', SET_TYPES)),
  decision: z
    .optional(oneOf('decision', DECISIONS))
    .check(
      about(
        '`accept` moves the image from REVIEW to its previous set, and makes its annotations manual; so does `empty`, for an image of boxes or masks in which there is nothing: it must have none. `review` moves it to REVIEW, `reject` to the trash. Applied after tag and set.',
      ),
    ),
  checked: z
    .optional(z.literal(false, 'checked can only be false: a decision or a class makes it true'))
    .check(about('Takes back that a person has checked the image.')),
};

const NO_CHANGE = 'a change must be an object';

const change = part(
  {
    image: imageId,
    seen: seen(
      'The revision that you have seen. If the image has another one, the outcome is `stale` and nothing changes.',
    ),
    ...settingsBody(imageRecord),
    ...decided,
  },
  NO_CHANGE,
).check(z.meta({ id: 'ImageChange' }));

const ONE_OF = 'send changes, or select and change, or undo';
const NO_LIST = `changes must be a list of 1 to ${MOST_CHANGED}`;

export const changesBody = members({
  changes: z.optional(listOf('changes', change)),
  select: z.optional(selection),
  change: z
    .optional(part(decided, NO_CHANGE).check(z.meta({ id: 'Decided' })))
    .check(about('What becomes of all images of `select`.')),
  undo: z
    .optional(reference('undo must be the id of a change'))
    .check(about('`change` of an answer about a selection: takes that back.')),
}).check(
  z.refine(({ changes, select, change, undo }) => {
    return changes ?? select ?? change ?? undo;
  }, NO_LIST),
  z.refine(({ changes, select, change, undo }) => {
    const forms = [changes, select ?? change, undo].filter((each) => each !== undefined);
    return forms.length <= 1 && (select === undefined) === (change === undefined);
  }, ONE_OF),
);

export const imagesBody = members({ images: listOf('images', imageId) });

export const emptyBody = members({
  before: whole('before', 'Unix milliseconds: images that were rejected before then are deleted.'),
});
