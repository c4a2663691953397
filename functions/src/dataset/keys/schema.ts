/** Request schemas of the routes for keys of a dataset (Contract 17). */
import * as z from 'zod/mini';
import { about, id, members, oneOf } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';

export const role = oneOf('role', ['viewer', 'editor']).check(about('What its jobs may do in the dataset.'));

export const newKeyBody = members({
  name: nameField('name').check(about('What the key is for.')),
  role,
});

export const keyPath = z.object({
  dataset_id: id('Dataset id'),
  hash: z.string().check(about('The first 12 characters of its SHA-256, as in the list.', { minLength: 1 })),
});
