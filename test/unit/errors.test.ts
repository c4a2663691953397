/**
 * Every error of Spec 7 and Contract 3.
 * @covers Spec 7 and Contract 3, row for row
 * @covers Contract 8 bodies without credentials
 */
import { describe, expect, test } from '@jest/globals';
import type { ShapeName } from '../../functions/src/common/error-shapes.ts';
import { answerError, type ErrorCode, HttpError } from '../../functions/src/common/errors.ts';

const answer = (row: ErrorCode, area: ShapeName, particulars = {}) => {
  const { status, body } = answerError(new HttpError(row, particulars), area);
  return [status, body];
};

test.each<[ErrorCode, ShapeName, object, number, object]>([
  [
    'dataset not found',
    'dataset',
    { id: 'd' },
    404,
    { error: true, result: 'Dataset with ID "d" not found' },
  ],
  [
    'merges enough',
    'dataset',
    {},
    409,
    {
      error: true,
      result: 'The dataset has 200 tags that were deleted within the last hour: delete the next one later',
    },
  ],
  ['change not found', 'dataset', { id: 'c' }, 404, { error: true, result: 'Change "c" not found' }],
  [
    ...(['change refused', 'dataset', { reason: 'it was undone' }, 409] as const),
    { error: true, result: 'Change stopped: it was undone' },
  ],
  ['job not found', 'dataset', { id: '7' }, 404, { error: true, result: 'Job "7" not found' }],
  ['jobs enough', 'dataset', {}, 429, { error: true, result: '20 jobs of the dataset wait already' }],
  ['hook not found', 'dataset', { id: 'h' }, 404, { error: true, result: 'Hook "h" not found' }],
  ['hooks enough', 'dataset', {}, 409, { error: true, result: 'There are 10 hooks: delete one first' }],
  ['hook ended', 'dataset', { id: 'h' }, 409, { error: true, result: 'Hook "h" has ended: make a new one' }],
  ['images required', 'dataset', {}, 400, { error: true, result: 'Images array list is required' }],
  [
    'csv failed',
    'dataset',
    { reason: 'insufficient data' },
    422,
    { error: true, result: 'Error generating CSV: insufficient data' },
  ],
  ['delete refused', 'imageStatus', {}, 404, { error: true, status: 'Permission denied or file not found' }],
  ['file not found', 'imageError', {}, 404, { error: true, status: 'File not found' }],
  ['uri invalid', 'imageStatus', {}, 400, { error: 'No defined image gsuri' }],
  ['detection quota', 'imageError', {}, 429, { error: 'Vision API quota exceeded' }],
  ['already started', 'monitor', {}, 409, { data: { error: true, result: 'Error: Already started' } }],
  ['already stopped', 'monitor', {}, 409, { data: { error: true, result: 'Error: already stopped' } }],
  [
    'monitor not found',
    'monitor',
    {},
    404,
    { data: { error: true, result: 'Monitor not found or access denied' } },
  ],
  ['image missing', 'monitor', {}, 400, { data: { error: true, result: 'Error: image not found' } }],
  ['upload format', 'monitor', {}, 415, { data: { error: true, result: 'Error: unsupported image format' } }],
  ['upload too large', 'monitor', {}, 413, { data: { error: true, result: 'Error: image too large' } }],
  [
    'upload dataset',
    'monitor',
    { id: 'd' },
    404,
    { data: { error: true, result: 'Error: Dataset with ID "d" not found' } },
  ],
  [
    'upload tag',
    'monitor',
    { id: 't' },
    404,
    { data: { error: true, result: 'Error: Tag with ID "t" not found' } },
  ],
  ['tags dataset', 'tags', {}, 404, { error: 'Failed to update tags', details: 'Dataset reference invalid' }],
  ['image not found', 'tags', {}, 404, { error: 'Failed to update tags', details: 'Image not found' }],
  ['tags tag', 'tags', {}, 404, { error: 'Failed to update tags', details: 'Tag reference invalid' }],
  [
    'tags coordinates',
    'tags',
    {},
    400,
    { error: 'Failed to update tags', details: 'Coordinates out of range' },
  ],
])('%s', (row, area, particulars, status, body) => {
  expect(answer(row, area, particulars)).toEqual([status, body]);
});

describe('Contract 8: missing or invalid credentials, in the shape of each area', () => {
  test.each<[ShapeName, object]>([
    ['dataset', { error: true, result: 'Unauthorized' }],
    ['imageStatus', { error: true, status: 'Permission denied' }],
    ['imageError', { error: true, status: 'Permission denied' }],
    ['monitor', { data: { error: true, result: 'Monitor not found or access denied' } }],
    ['tags', { data: { error: true, result: 'Monitor not found or access denied' } }],
  ])('%s', (area, body) => {
    expect(answer('unauthorized', area)).toEqual([401, body]);
  });

  test('a role that is too low says Forbidden for dataset', () => {
    expect(answer('forbidden', 'dataset')).toEqual([403, { error: true, result: 'Forbidden' }]);
  });
});

test('Contract 3: temporary errors have Retry-After', () => {
  expect(answerError(new HttpError('unavailable'), 'monitor').headers).toEqual({ 'Retry-After': '2' });
  expect(answerError(new HttpError('detection quota', { retryAfter: 30 }), 'imageError').headers).toEqual({
    'Retry-After': '30',
  });
});

test('the cause of an unexpected error is not sent', () => {
  const { body } = answerError(new HttpError('unforeseen', {}, new Error('secret at /srv/x')), 'monitor');
  expect(JSON.stringify(body)).not.toMatch(/secret|srv/);
});
