/** @covers Contract 6 forms of an upload, names, dates, sizes */
import { describe, expect, test } from '@jest/globals';
import { HttpError } from '../../functions/src/common/errors.ts';
import { parse } from '../../functions/src/common/http/input/parse.ts';
import { readParameters } from '../../functions/src/common/http/input/query.ts';
import {
  readRawImage,
  refuseUpload,
  uploadBody,
  uploadQuery,
} from '../../functions/src/monitor/captured-image.ts';

const fromJson = (body: unknown) =>
  parse(uploadBody, body, (flaw) => refuseUpload({ ...flaw, place: 'body', sent: '' }));

const fromRaw = (bytes: Buffer, query: URLSearchParams) =>
  readRawImage(
    bytes,
    parse(uploadQuery, readParameters(query, uploadQuery), (flaw) =>
      refuseUpload({ ...flaw, place: 'query', sent: '' }),
    ),
  );

const image = Buffer.from('any bytes at all').toString('base64');
const about = { session: 'run-7', date: 1_700_000_000_000, name: 'a.jpg', dataset: 'bolts', tag: 'ok' };

const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof HttpError) return `${error.code} ${error.particulars.reason ?? ''}`.trim();
    throw error;
  }
  return 'accepted';
};

test('Spec 4.3: image and image_data become bytes and their fields', () => {
  expect(fromJson({ image, image_data: about })).toEqual({
    bytes: Buffer.from('any bytes at all'),
    ...about,
  });
});

test('Contract 6: a data-URI prefix is removed', () => {
  const { bytes } = fromJson({ image: `data:image/jpeg;base64,${image}` });
  expect(bytes.toString()).toBe('any bytes at all');
});

test('Contract 6: with raw bytes the fields are in the query', () => {
  const query = new URLSearchParams({ ...about, date: String(about.date) });
  expect(fromRaw(Buffer.from('x'), query)).toEqual({ bytes: Buffer.from('x'), ...about });
});

test('base64 broken into lines is read', () => {
  const lines = `${image.slice(0, 8)}\r\n${image.slice(8)}\n`;
  expect(fromJson({ image: lines }).bytes.toString()).toBe('any bytes at all');
});

describe('a missing image', () => {
  test.each([
    ['no body', undefined],
    ['null', null],
    ['a list', []],
    ['no image', { image_data: about }],
    ['an empty image', { image: '' }],
    ['a number', { image: 7 }],
    ['an object', { image: {} }],
    ['not base64', { image: 'this is *** not base64 !!!' }],
    ['a prefix alone', { image: 'data:image/jpeg;base64,' }],
  ])('%s', (_, body) => {
    expect(refusalOf(() => fromJson(body))).toBe('image missing');
  });

  test('raw, without a byte', () => {
    expect(refusalOf(() => fromRaw(Buffer.alloc(0), new URLSearchParams()))).toBe('image missing');
  });
});

test('more than 20 MB are refused before they are decoded', () => {
  expect(refusalOf(() => fromJson({ image: 'A'.repeat(30_000_000) }))).toBe(
    'upload too large : more than 20 MB',
  );
  expect(refusalOf(() => fromRaw(Buffer.alloc(21_000_000), new URLSearchParams()))).toBe(
    'upload too large : more than 20 MB',
  );
});

describe('dates', () => {
  test.each([
    ['not a number', Number.NaN],
    ['null, which is how JSON writes NaN', null],
    ['text', '1700000000000'],
    ['negative', -1],
    ['the year 9999', 253_370_764_800_000],
    ['infinite', Number.POSITIVE_INFINITY],
    ['a list', [1]],
  ])('%s is refused', (_, date) => {
    expect(refusalOf(() => fromJson({ image, image_data: { date } }))).toBe(
      'upload invalid date is not a timestamp in milliseconds',
    );
  });

  test.each(['', 'soon', '-5', '1e99'])('%j in a query is refused', (date) => {
    expect(refusalOf(() => fromRaw(Buffer.from('x'), new URLSearchParams({ date })))).toMatch(/date/);
  });

  test('a missing date is set by the server', () => {
    expect(fromJson({ image }).date).toBeNull();
  });
});

describe('names become one file name', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\pictures\\a.jpg', 'a.jpg'],
    ['a--b.jpg', 'a--b.jpg'],
    ['a\u0000b\u001f.jpg', 'ab.jpg'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['\u{1F4F7} photo.jpg', '\u{1F4F7} photo.jpg'],
    ['..', ''],
    ['/', ''],
  ])('%j', (name, expected) => {
    expect(fromJson({ image, image_data: { name } }).name).toBe(expected);
  });

  test('an over-long one is refused', () => {
    expect(refusalOf(() => fromJson({ image, image_data: { name: 'n'.repeat(2000) } }))).toMatch(
      /name is longer/,
    );
  });
});

test.each([
  ['name', { name: 5 }],
  ['dataset', { dataset: {} }],
  ['tag', { tag: ['ok'] }],
])('a %s that is not a string is refused', (field, data) => {
  expect(refusalOf(() => fromJson({ image, image_data: data }))).toBe(
    `upload invalid ${field} is not a string`,
  );
});

test('image_data that is not an object is refused', () => {
  expect(refusalOf(() => fromJson({ image, image_data: 'x' }))).toBe(
    'upload invalid image_data is not an object',
  );
});
