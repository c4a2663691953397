/**
 * Contract 9: bodies refuse fields that no schema reads.
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 */
import { describe, expect, test } from '@jest/globals';
import { safeParse } from 'zod/mini';
import { HttpError } from '../../functions/src/common/errors.ts';
import { parse } from '../../functions/src/common/http/input/parse.ts';
import { changesBody } from '../../functions/src/dataset/curate/images-request.ts';
import { newDatasetBody } from '../../functions/src/dataset/manage/make-dataset.ts';
import { versionBody } from '../../functions/src/dataset/version/parameters.ts';
import { uploadBody } from '../../functions/src/monitor/captured-image.ts';
import { tagsBody } from '../../functions/src/monitor/update-tags.ts';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';

const bodies = FUNCTIONS.flatMap(({ table }) =>
  table.routes.flatMap(({ id, body }) => (body ? [{ id, body }] : [])),
);

test('there are bodies to look at', () => expect(bodies.length).toBeGreaterThan(15));

test.each(bodies)('$id refuses an unknown field before any other flaw', ({ body }) => {
  const { error } = safeParse(body, { nobody_reads_this: 1 });
  expect(error?.issues[0]).toMatchObject({ params: { unknown: 'nobody_reads_this' } });
});

describe('within a body', () => {
  const box = { tag: 'good', x: 0, y: 0, w: 1, h: 1 };
  test.each([
    ['a change', changesBody, { changes: [{ image: 'a', decison: 'accept' }] }, 'decison', 'decision'],
    [
      'an annotation',
      tagsBody,
      { dataset: 'b', imageID: 'i', tags: [{ ...box, lable: 1 }] },
      'lable',
      'labeled',
    ],
    ['image_data', uploadBody, { image: '', image_data: { dates: 1 } }, 'dates', 'date'],
    [
      'a tag',
      newDatasetBody,
      { name: 'a', type: 'ANOMALY', tags: [{ name: 'b', colour: 'red' }] },
      'colour',
      'color',
    ],
    ['a filter', versionBody, { filter: { labeled: true } }, 'labeled', 'labelled'],
  ])('%s refuses it too, with the nearest name', (_, schema, body, unknown, near) => {
    const found: object[] = [];
    const refuse = (flaw: object) => {
      found.push(flaw);
      return new HttpError('forbidden');
    };
    expect(() => parse(schema, body, refuse)).toThrow(HttpError);
    expect(found).toEqual([expect.objectContaining({ unknown, message: `; did you mean "${near}"?` })]);
  });
});
