/** Fields of a tag in requests (Contract 9). */
import * as z from 'zod/mini';
import { about } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';

export const color = z
  .string('color must be a CSS color')
  .check(
    z.regex(/^[A-Za-z0-9_#(),.%/ -]{0,32}$/, 'color must be a CSS color'),
    about("A CSS color; `''` for none."),
  );

const ONE = 'key must be one character, or none';

export const key = z.string(ONE).check(
  z.refine((text) => [...text].length <= 1 && text.isWellFormed() && !/[\p{Cc}\s]/u.test(text), ONE),
  about("One character: the keyboard shortcut; `''` for none.", { maxLength: 2 }),
);

export const unclassified = z
  .boolean('unclassified must be true or false')
  .check(about('The tag means unclassified data.'));

export const bad = z
  .boolean('bad must be true or false')
  .check(about('Parts of this class are bad: reports of runs say how many of them would slip through.'));

export const tagName = nameField('name of a tag');

const NO_ORDER = 'order must be a whole number from 0 to 9999';

export const order = z.number(NO_ORDER).check(
  z.refine((number) => Number.isInteger(number) && number >= 0 && number <= 9999, NO_ORDER),
  about('Position among the tags. Default: the last one.', { minimum: 0, maximum: 9999 }),
);
