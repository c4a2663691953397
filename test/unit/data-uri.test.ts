/** @covers Contract 9 GET images: every combination of filters, pages, reads; thumbnails in the answer's bytes */
import { expect, test } from '@jest/globals';
import { DataUri, jsonOf } from '../../functions/src/common/images/data-uri.ts';

const webp = (...bytes: number[]) => new DataUri('image/webp', Buffer.from(bytes));

test('an answer with data URIs is what JSON.stringify makes of it', () => {
  const body = {
    images: [
      { name: 'Schraube "M8" ä→🔩.jpg', thumbnail: webp(0, 1, 2, 255) },
      { name: 'none', thumbnail: null },
      { thumbnail: webp(), name: 'empty' },
    ],
    next: 'ü',
  };
  const bytes = jsonOf(body);
  expect(bytes).toBeInstanceOf(Buffer);
  expect(bytes.toString()).toBe(JSON.stringify(body));
  expect(JSON.parse(bytes.toString()).images[0]).toEqual({
    name: 'Schraube "M8" ä→🔩.jpg',
    thumbnail: 'data:image/webp;base64,AAEC/w==',
  });
});

test('one without stays text, also after one that could not be written', () => {
  const broken = {
    thumbnail: webp(1),
    toFail: {
      toJSON() {
        throw new Error('broken');
      },
    },
  };
  expect(() => jsonOf(broken)).toThrow('broken');
  expect(jsonOf({ thumbnail: 'ä' })).toBe('{"thumbnail":"ä"}');
  expect(JSON.stringify(webp(1))).toBe('"data:image/webp;base64,AQ=="');
});
