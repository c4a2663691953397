/** @covers Contract 11 export formats, their losses and notes */
import { expect, test } from '@jest/globals';
import { FileNames } from '../../packages/formats/src/write/file-names.ts';
import { TextSet } from '../../packages/formats/src/write/text-set.ts';

test('a set of texts knows each of 20,000 texts, and none that was not added', () => {
  const set = new TextSet();
  const texts = Array.from({ length: 20_000 }, (_, at) => `frame-${at}`);
  expect(texts.every((text) => set.add(text))).toBe(true);
  expect(texts.some((text) => set.add(text))).toBe(false);
  expect(texts.every((text) => set.add(`other-${text}`))).toBe(true);
});

test('file names stay distinct where names repeat, and where one looks like another with a number', () => {
  const names = new FileNames();
  const take = (name: string, scope = 'TRAIN') =>
    names.take({ image: 'i', name, uri: 'gs://b/i.png' }, scope).file;
  expect(['a.jpg', 'A.jpg', 'a_2.jpg', 'a.jpg', 'a_2.png'].map((name) => take(name))).toEqual([
    ...['a.png', 'A_2.png', 'a_2_2.png', 'a_3.png', 'a_2_3.png'],
  ]);
  expect(take('a.jpg', 'TEST')).toBe('a.png');
});
