/**
 * Contract 11: label files are read piece by piece, and one that cannot be read is named with its reason.
 * @covers Contract 11 imports: hostile archives, labels beyond a record, mutations
 */
import { describe, expect, test } from '@jest/globals';
import { LONGEST } from '../../packages/formats/src/read/budget.ts';
import { FileFault } from '../../packages/formats/src/read/import-fault.ts';
import { jsonItems, linesOf, recordsOf } from '../../packages/formats/src/text/text-streams.ts';

const LONG = 'x'.repeat(LONGEST + 1);

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What the reader finds, with the reason at its end if it fails. */
async function found<T>(
  read: (bytes: AsyncIterable<Buffer>) => AsyncIterable<T>,
  text: string,
  size = text.length,
): Promise<(T | string)[]> {
  const items: (T | string)[] = [];
  try {
    for await (const item of read(chunksOf(text, size))) items.push(item);
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    items.push(error.message);
  }
  return items;
}

describe('JSON', () => {
  const items = (text: string, size?: number) => found(jsonItems, text, size);

  test('items of all arrays, however the bytes arrive', async () => {
    const text =
      ' {"a": [1, "x,]\\"", {"b": [2]}], "text": "a, [{", "info": {"a": [3]}, "c":[[4],[]], "none": [], "d": [null]} ';
    const expected = [
      { key: 'a', value: 1 },
      { key: 'a', value: 'x,]"' },
      { key: 'a', value: { b: [2] } },
      { key: 'c', value: [4] },
      { key: 'c', value: [] },
      { key: 'd', value: null },
    ];
    for (const size of [1, 2, 3, 7, text.length]) expect(await items(text, size)).toEqual(expected);
    expect(await items(`\ufeff${text}`)).toEqual(expected);
  });

  test('other members are skipped, however long they are', async () => {
    expect(await items(`{"picture": "${LONG}", "a": [1]}`, 100_000)).toEqual([{ key: 'a', value: 1 }]);
    expect(await items(`{"picture": {"x": "${LONG}"}, "a": [1]}`, 100_000)).toEqual([{ key: 'a', value: 1 }]);
  });

  test('an item, and a name, that is too long', async () => {
    expect(await items(`{"a": ["${LONG}"]}`, 100_000)).toEqual([
      'one of its items has more than 2097152 bytes',
    ]);
    expect(await items(`{"${LONG}": [1]}`, 100_000)).toEqual([
      'one of its items has more than 2097152 bytes',
    ]);
  });

  test.each([
    ['', 'it is not a JSON object'],
    ['hello', 'it is not a JSON object'],
    ['["x",[1]]', 'it is not a JSON object'],
    ['[{"x":[1]}]', 'it is not a JSON object'],
    ['{}{}', 'it is not a JSON object'],
    ['{"a":[1]}{"a":[2]}', 'it is not a JSON object'],
    ['{]', 'it is not JSON'],
    ['{}}', 'it is not JSON'],
    ['{"a":[}', 'it is not JSON'],
    ['{"a" [1]}', 'it is not JSON'],
    ['{a: [1]}', 'it is not JSON'],
    ['{[1]}', 'it is not JSON'],
    ['{"a": 1 "b": [1]}', 'it is not JSON'],
    ['{"a": 1: "b": [1]}', 'it is not JSON'],
    ['{"a":[', 'it is incomplete'],
    ['{"a', 'it is incomplete'],
    [`{"a":[${'['.repeat(63)}`, 'it is nested more than 64 deep'],
  ])('%s: %s', async (text, reason) => {
    expect((await items(text)).at(-1)).toBe(reason);
  });

  test('what is lost behind brackets that do not match is not lost in silence', async () => {
    expect(await items('{"a":[{"b":1}},{"b":2}]')).toEqual([{ key: 'a', value: { b: 1 } }, 'it is not JSON']);
  });
});

describe('lines', () => {
  test('are numbered, without space around them and without empty ones', async () => {
    const expected = [
      ['a', 1],
      ['b', 3],
      ['c', 4],
    ];
    for (const size of [1, 2, 100]) expect(await found(linesOf, 'a\r\n\n  b \nc', size)).toEqual(expected);
  });

  test.each([100_000, LONG.length + 10])(
    'one that is too long is named, in chunks of %i bytes',
    async (size) => {
      expect(await found(linesOf, `a\n${LONG}\nb`, size)).toEqual([
        ['a', 1],
        'line 2 has more than 2097152 bytes',
      ]);
      expect(await found(linesOf, `a\n${LONG}`, size)).toEqual([
        ['a', 1],
        'line 2 has more than 2097152 bytes',
      ]);
      expect(await found(linesOf, LONG.slice(1), size)).toEqual([[LONG.slice(1), 1]]);
    },
  );
});

test('CSV with a row of very many fields is refused at that row', async () => {
  const text = `${'a,b\n'.repeat(50_000)}${'x,'.repeat(20_000)}\nc,d\n`;
  const rows = await found(recordsOf, text, 1000);
  expect(rows.at(-1)).toBe('one of its rows has more than 10000 fields');
  expect(new Set(rows.slice(0, -1).map(String))).toEqual(new Set(['a,b']));
});

describe('CSV', () => {
  test('rows may have different numbers of fields', async () => {
    expect(await found(recordsOf, '\ufeffa,b\n\n c ,"d, e",f\n')).toEqual([
      ['a', 'b'],
      ['c', 'd, e', 'f'],
    ]);
  });

  test('a row that is too long is told apart from what is not CSV', async () => {
    expect(await found(recordsOf, `a,"${LONG}"\n`, 100_000)).toEqual([
      'one of its rows has more than 2097152 characters',
    ]);
    expect(await found(recordsOf, 'a,"b" c\n')).toEqual(['it is not CSV']);
  });
});
