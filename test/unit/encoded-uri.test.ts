/** @covers Spec 2.4 URI encoding */
import { describe, expect, test } from '@jest/globals';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { decodeObjectName, EncodedUriFault } from '../../functions/src/image/encoded-uri.ts';
import { anyText, fc } from '../support/fast-check.ts';

describe('Spec 2.4: every / is replaced by a double dash', () => {
  test.each([
    ['dataset/d1/i1.jpg', 'dataset--d1--i1.jpg'],
    ['dataset/d1/i1_mask_0.png', 'dataset--d1--i1_mask_0.png'],
    ['dataset/my-set/i-1.jpg', 'dataset--my-set--i-1.jpg'],
    ['file.jpg', 'file.jpg'],
    ['dataset/größe/漏れ 1.jpg', 'dataset--größe--漏れ 1.jpg'],
    ['a/100%.jpg', 'a--100%.jpg'],
    ['a/b%20c.jpg', 'a--b%20c.jpg'],
    ['a/..b/c...jpg', 'a--..b--c...jpg'],
    ['a/=1+1.jpg', 'a--=1+1.jpg'],
  ])('%s is %s, both ways', (name, encoded) => {
    expect(encodeObjectName(name)).toBe(encoded);
    expect(decodeObjectName(encoded)).toBe(name);
  });

  test.each([
    ['dataset/a--b/i1.jpg', 'dataset/a/b/i1.jpg'],
    ['dataset/d1/front--left.jpg', 'dataset/d1/front/left.jpg'],
    ['dataset/a-/i1.jpg', 'dataset/a/-i1.jpg'],
  ])('%s has the same encoded form as another name, which is the candidate', (name, candidate) => {
    expect(decodeObjectName(encodeObjectName(name))).toBe(candidate);
    expect(encodeObjectName(candidate)).toBe(encodeObjectName(name));
  });

  const id = fc.stringMatching(/^[A-Za-z0-9_]([A-Za-z0-9_]|-[A-Za-z0-9_]){0,30}$/);
  const minted = fc.oneof(
    fc.tuple(id, id, fc.constantFrom('jpg', 'png', 'webp')).map(([d, i, ext]) => `dataset/${d}/${i}.${ext}`),
    fc.tuple(id, id, fc.nat()).map(([d, i, n]) => `dataset/${d}/${i}_mask_${n}.png`),
    fc.tuple(id, fc.nat()).map(([d, time]) => `dataset/${d}/csv/${time}.csv`),
  );

  test('every name of our own is decoded to itself', () => {
    fc.assert(
      fc.property(minted, (name) => {
        expect(decodeObjectName(encodeObjectName(name))).toBe(name);
      }),
    );
  });
});

describe('Contract 5: invalid', () => {
  test.each([
    ['empty', ''],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a dot segment', 'a--.--b.jpg'],
    ['climbing out', 'dataset--..--secret.jpg'],
    ['climbing at the end', 'dataset--..'],
    ['an empty segment', 'a----b.jpg'],
    ['an absolute name', '--etc--passwd'],
    ['a folder', 'dataset--d1--'],
    ['only dashes', '--'],
    ['a slash', 'dataset/d1/i1.jpg'],
    ['a backslash', 'dataset--..\\secret.jpg'],
    ['a whole uri', 'gs://bucket/dataset/d1/i1.jpg'],
    ['a whole uri, encoded', 'gs:----bucket--dataset--d1--i1.jpg'],
    ["another bucket's uri", 'GS:--other--i1.jpg'],
    ['NUL', 'a\u0000.jpg'],
    ['a line feed', 'a\n.jpg'],
    ['DEL', 'a\u007F.jpg'],
    ['C1', 'a\u0085.jpg'],
    ['a slash encoded twice', 'a%2fb.jpg'],
    ['a slash encoded twice, upper case', 'a%2Fb.jpg'],
    ['a backslash encoded twice', 'a%5cb.jpg'],
    ['dots encoded twice', '%2e%2e--a.jpg'],
    ['NUL encoded twice', 'a%00.jpg'],
    ['a line feed encoded twice', 'a%0A.jpg'],
    ['encoded three times', 'a%252fb.jpg'],
    ['half a character', 'a\uD800.jpg'],
    ['3,000 characters', 'x'.repeat(3000)],
    ['1,025 bytes', `a--${'x'.repeat(1023)}`],
    ['more than 1,024 bytes in fewer characters', '漏'.repeat(342)],
  ])('%s', (_, encoded) => {
    expect(() => decodeObjectName(encoded)).toThrow(EncodedUriFault);
  });

  test('1,024 bytes are accepted', () => {
    expect(decodeObjectName(`a--${'x'.repeat(1022)}`)).toHaveLength(1024);
  });

  test('any text is either refused or a name with exactly this encoded form', () => {
    const parts = fc.constantFrom('--', '-', '.', '..', '/', '\\', '%', '%2f', 'gs:', 'a', '漏', '\u0000');
    const text = fc.oneof(
      anyText(),
      fc.array(parts, { maxLength: 10 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (encoded) => {
        const name = decodeOrNull(encoded);
        if (name === null) return;
        expect(encodeObjectName(name)).toBe(encoded);
        expect(name.split('/').filter((segment) => /^\.{0,2}$/.test(segment))).toEqual([]);
        expect(name).not.toMatch(/\p{Cc}|\\/u);
      }),
      { numRuns: 500 },
    );
  });

  function decodeOrNull(encoded: string): string | null {
    try {
      return decodeObjectName(encoded);
    } catch (error) {
      expect(error).toBeInstanceOf(EncodedUriFault);
      return null;
    }
  }
});
