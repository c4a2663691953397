/** @covers Contract 4 ZIP layout, names, limits, COCO */
import { describe, expect, test } from '@jest/globals';
import {
  foldName,
  MAX_NAME_BYTES,
  toSafeName,
  toSafeStem,
} from '../../packages/formats/src/write/safe-name.ts';
import { anyText, fc } from '../support/fast-check.ts';

const safe = (text: string) => toSafeName(text, 'fallback');

describe('Contract 4: names are converted to one safe path segment', () => {
  test.each([
    ['plain', 'part 12.jpg', 'part 12.jpg'],
    ['climbing out', '../', 'fallback'],
    ['climbing further', '../../etc/passwd', 'etc_passwd'],
    ['climbing in the middle', 'a/../b', 'a_b'],
    ['absolute', '/abs', 'abs'],
    ['a Windows path', 'a\\b', 'a_b'],
    ['a drive', 'C:\\x\\y.jpg', 'C__x_y.jpg'],
    ['a network share', '\\\\host\\share', 'host_share'],
    ['a device', 'CON', 'CON_'],
    ['a device with an ending', 'nul.txt', 'nul_.txt'],
    ['a device with two', 'Com1.tar.gz', 'Com1_.tar.gz'],
    ['a device with a space', 'aux .x', 'aux_.x'],
    ['a device once it is cut', `con${' '.repeat(300)}x`, 'con x'],
    ['what only starts like a device', 'console', 'console'],
    ['dots and spaces at the end', 'name. . ', 'name'],
    ['a hidden file', '.htaccess', 'htaccess'],
    ['runs of dots', 'a...b', 'a.b'],
    ['characters that Windows refuses', '<a>:"b|?*', '_a___b___'],
    ['reading direction', 'photo\u202Egpj.exe\u200F', 'photogpj.exe'],
    ['control characters', 'a\u0000b\nc\u007Fd\u0085e', 'abcde'],
    ['line separators', 'a\u2028b', 'ab'],
    ['letters put together', 'e\u0301', '\u00E9'],
    ['letters put together across a mark', 'e\u200D\u0301', '\u00E9'],
    ['half a character', 'a\uD83Db', 'ab'],
    ['emoji', '\u{1F600}.jpg', '\u{1F600}.jpg'],
    ['nothing', '', 'fallback'],
    ['only spaces', '   ', 'fallback'],
    ['dot', '.', 'fallback'],
  ])('%s: %j', (_, text, name) => {
    expect(safe(text)).toBe(name);
  });

  test('300 characters are truncated by bytes, between characters', () => {
    expect(safe('x'.repeat(300))).toBe('x'.repeat(200));
    expect(safe('漏'.repeat(300))).toBe('漏'.repeat(66));
    expect(safe(`${'x'.repeat(198)}. \u{1F600}`)).toBe('x'.repeat(198));
  });

  test('any text gives one safe segment, which is not changed by a second conversion', () => {
    const parts = fc.constantFrom(
      '..',
      '/',
      '\\',
      'CON',
      '.',
      ' ',
      '\u202E',
      '\u0301',
      ':',
      'a',
      '漏'.repeat(90),
    );
    const hostile = fc.oneof(
      anyText({ maxLength: 60 }),
      fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const name = safe(text);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME_BYTES);
        expect(name).toMatch(/^[^/\\<>:"|?*\p{C}]+$/u);
        expect(name).not.toMatch(/^[. ]|[. ]$|\.\.|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        expect(name).toBe(name.normalize('NFC'));
        expect(safe(name)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Contract 4: the archive adds its own extension', () => {
  test.each([
    ['photo.PNG', 'photo'],
    ['photo.jpeg', 'photo'],
    ['photo.webp\u200F', 'photo'],
    ['cam1.2024', 'cam1.2024'],
    ['photo.jpg.exe', 'photo.jpg.exe'],
    ['photo.jpg.png', 'photo.jpg'],
    ['CON.jpg', 'CON_'],
    ['.jpg', 'jpg'],
    ['../.png', 'png'],
    ['', 'fallback'],
    [`${'x'.repeat(198)}.jpg`, 'x'.repeat(198)],
    [`${'x'.repeat(300)}.jpg`, 'x'.repeat(200)],
  ])('%j', (file, stem) => {
    expect(toSafeStem(file, 'fallback')).toBe(stem);
  });
});

test('names that differ only in case, or in Unicode normalization, are the same', () => {
  expect(foldName('A.JPG')).toBe(foldName('a.jpg'));
  expect(foldName('e\u0301')).toBe(foldName('\u00C9'));
  expect(foldName('a')).not.toBe(foldName('b'));
});
