/**
 * Descriptor and signature of pictures: equal pixels give equal bytes, whatever the machine; near copies are recognized.
 * @covers Contract 15: image.vector; a pure function of the pixels, pinned; the version stands in it; near copies by signature
 */
import { createHash } from 'node:crypto';
import { expect, describe as group, test } from '@jest/globals';
import { DESCRIPTOR, DESCRIPTOR_LENGTH, describe } from '../../packages/look/src/descriptor.ts';
import { GRADIENTS, gradientsOf } from '../../packages/look/src/gradients.ts';
import type { Pixels } from '../../packages/look/src/pixels.ts';
import {
  likeness,
  NEAR_COPY,
  nearCopies,
  openSignature,
  signatureOf,
} from '../../packages/look/src/signature.ts';
import { decodeVector, encodeVector, quantize } from '../../packages/look/src/vector.ts';
import { discs, paint } from '../support/painted.ts';

const hashOf = (values: NodeJS.ArrayBufferView): string =>
  createHash('sha256').update(values).digest('hex').slice(0, 16);

const picture = (width: number, height: number, seed = 1): Pixels => {
  const at = discs(seed);
  return paint(width, height, (x, y) => at(x / width, y / height));
};

/** The same picture with other channels. */
function withChannels(from: Pixels, channels: number, alpha = 255): Pixels {
  const colours = channels < 3 ? 1 : 3;
  const data = new Uint8Array(from.width * from.height * channels);
  for (let at = 0; at < from.width * from.height; at++) {
    data.set(from.data.subarray(3 * at, 3 * at + colours), at * channels);
    if (channels > colours) data[at * channels + colours] = alpha;
  }
  return { ...from, data, channels };
}

group('the descriptor', () => {
  // Another hash needs another name: DESCRIPTOR.
  test.each<[string, Pixels, string]>([
    ['a usual picture', picture(320, 240), '85df52f1469a9259'],
    ['one that is shrunk', picture(900, 700), '5630cc048614b32a'],
    ['one of odd size', picture(33, 17), 'eefd930b9f65ee5b'],
    ['one pixel', picture(1, 1), '407a1df20f756508'],
    ['grey', withChannels(picture(64, 48), 1), 'f66e8e34147ab109'],
  ])('of %s is the same on every machine', (_, pixels, hash) => {
    const values = describe(pixels);
    expect(values).toHaveLength(DESCRIPTOR_LENGTH);
    expect([DESCRIPTOR, hashOf(values)]).toEqual(['builtin-2', hash]);
  });

  test('does not depend on channels that say nothing', () => {
    const pixels = picture(64, 48);
    expect(describe(withChannels(pixels, 4))).toEqual(describe(pixels));
    const grey = withChannels(pixels, 1);
    const triple = paint(64, 48, (x, y) => {
      const value = grey.data[y * 64 + x]!;
      return [value, value, value];
    });
    expect(describe(grey)).toEqual(describe(triple));
    expect(describe(withChannels(pixels, 2))).toEqual(describe(grey));
    expect(describe(withChannels(pixels, 4, 0))).toEqual(describe(paint(64, 48, () => [0, 0, 0])));
  });

  test('sees a scratch that covers some thousandths of the picture', () => {
    const at = discs(2);
    const isScratch = (x: number, y: number) => Math.abs(y - 120 - x / 4) < 1 && x > 100 && x < 180;
    const scratched = paint(320, 240, (x, y) => (isScratch(x, y) ? [255, 255, 255] : at(x / 320, y / 240)));
    const [with_, without] = [describe(scratched), describe(picture(320, 240, 2))];
    const changed = with_.filter((value, index) => Math.abs(value - without[index]!) >= 10);
    expect(changed.length).toBeGreaterThan(10);
  });

  test('says where edges run which way: stripes on the left fill the cells there, each way its own number', () => {
    const gradients = (light: (x: number, y: number) => number) => {
      const values = Float32Array.from({ length: 128 * 96 }, (_, at) =>
        light(at % 128, Math.floor(at / 128)),
      );
      return gradientsOf({ values, width: 128, height: 96 });
    };
    const wave = (along: number) => 100 * (1 + Math.sin(along / 3));
    const upright = gradients((x) => (x < 60 ? wave(x) : 0));
    const lying = gradients((x, y) => (x < 60 ? wave(y) : 0));
    expect(upright).toHaveLength(GRADIENTS);
    // Blocks of 36 values, four to a row; of the upper left one, cell after cell, nine directions each.
    expect(upright.slice(0, 9).map(Math.sign)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(lying.slice(0, 9).map(Math.sign)).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0]);
    expect(upright.slice(2 * 36, 4 * 36).every((share) => share === 0)).toBe(true);
    // Twice the contrast changes nothing.
    const strong = gradients((x) => (x < 60 ? 2 * wave(x) : 0));
    expect(Math.max(...strong.map((share, at) => Math.abs(share - upright[at]!)))).toBeLessThan(0.001);
  });

  test.each([
    ['too few bytes', { data: new Uint8Array(5), width: 2, height: 1, channels: 3 }],
    ['five channels', { data: new Uint8Array(5), width: 1, height: 1, channels: 5 }],
    ['no pixel', { data: new Uint8Array(0), width: 0, height: 1, channels: 3 }],
  ])('refuses %s', (_, pixels) => {
    expect(() => describe(pixels)).toThrow(RangeError);
    expect(() => signatureOf(pixels)).toThrow(RangeError);
  });
});

group('bytes of a vector', () => {
  test('name the embedder and keep the values', () => {
    const vector = { embedder: 'builtin-1', values: Int8Array.of(-128, 0, 127) };
    expect(decodeVector(encodeVector(vector))).toEqual(vector);
  });

  test.each(['', 'a b', 'ä', 'x'.repeat(256)])('refuse a name that is none: %j', (embedder) =>
    expect(() => encodeVector({ embedder, values: new Int8Array(1) })).toThrow(RangeError),
  );

  test.each([[[]], [[0, 1]], [[9, 65]]])('that end too early are refused: %j', (bytes) =>
    expect(() => decodeVector(Uint8Array.from(bytes))).toThrow(RangeError),
  );

  test("another service's numbers keep their proportions", () => {
    expect([...quantize([0.5, -0.25, 0])]).toEqual([127, -63, 0]);
    expect([...quantize([0, 0])]).toEqual([0, 0]);
    expect(() => quantize([1, Number.NaN])).toThrow(RangeError);
  });
});

group('near copies', () => {
  /** The discs as another camera would see them: larger, turned (radians), shifted by a share of the side. */
  const seen = (seed: number, { zoom = 1, turn = 0, right = 0 } = {}): Uint8Array => {
    const at = discs(seed);
    const pixels = paint(144, 108, (column, row) => {
      const [x, y] = [(column / 144 - 0.5) * 4, (row / 108 - 0.5) * 3];
      return at((zoom * (x - turn * y)) / 4 + 0.5 + right, (zoom * (turn * x + y)) / 3 + 0.5);
    });
    return signatureOf(pixels);
  };
  const like = (a: Uint8Array, b: Uint8Array) => likeness(openSignature(a), openSignature(b));

  test('a signature is the same on every machine', () => {
    expect(hashOf(seen(1))).toBe('f920e6b9fc182fdb');
  });

  test.each([
    ['a crop', { zoom: 0.92 }],
    ['a turn by three degrees', { turn: 0.052 }],
    ['a shift by 5 %', { right: 0.05 }],
    ['all of them', { zoom: 0.95, turn: -0.03, right: 0.03 }],
  ])('%s is recognized', (_, change) => {
    for (const seed of [1, 2, 3, 4, 5])
      expect(like(seen(seed), seen(seed, change))).toBeGreaterThan(NEAR_COPY);
  });

  test('other pictures are none, and a picture of one colour is like no other', () => {
    for (const seed of [1, 2, 3, 4, 5]) expect(like(seen(seed), seen(seed + 1))).toBeLessThan(NEAR_COPY);
    const plain = signatureOf(paint(40, 30, () => [90, 90, 90]));
    expect(like(plain, seen(1))).toBeLessThan(NEAR_COPY);
    expect(like(plain, plain)).toBeLessThan(NEAR_COPY);
  });

  test('come in groups, with copies of copies', () => {
    const list = [
      seen(1),
      seen(2),
      seen(1, { right: 0.04 }),
      seen(3),
      seen(1, { right: 0.08 }),
      seen(2, { zoom: 0.95 }),
    ];
    expect(nearCopies(list)).toEqual([
      [0, 2, 4],
      [1, 5],
    ]);
    expect(nearCopies(list, [[1, 5]])).toEqual([[1, 5]]);
    expect(nearCopies([])).toEqual([]);
  });

  test('other bytes are refused', () => expect(() => openSignature(new Uint8Array(108))).toThrow(RangeError));
});
