/**
 * The console says in German whatever an import may note.
 * @covers Contract 11 what an import notes, as codes and sentences, in the console's languages
 */
import { expect, test } from '@jest/globals';
import { FOREIGN } from '../../packages/formats/src/read/foreign-formats.ts';
import { LOSSES } from '../../packages/formats/src/read/losses.ts';
import { NOTE_CODES, type Note, type NoteCode, sentenceOf } from '../../packages/formats/src/read/notes.ts';
import { deImport } from '../../web/src/text/de-import.ts';
import { enImport } from '../../web/src/text/en-import.ts';

const some = (code: NoteCode): Note => ({
  code,
  values: {
    ...{ count: 3, file: 'x/1.bin', more: 1, instead: 'COCO', format: 'yolo' },
    what: code === 'not kept' ? 'scores' : 'TFRecord',
  },
});

const notes: Note[] = [
  ...NOTE_CODES.map(some),
  ...LOSSES.filter((what) => what !== 'crowds').map(
    (what): Note => ({ code: 'not kept', values: { what, count: 1 } }),
  ),
  ...FOREIGN.map(
    ({ name: what, instead }): Note => ({
      code: 'not read',
      values: { file: 'x/1.bin', more: 0, what, instead },
    }),
  ),
];

/** As CVAT and YOLO have them. */
const NAMES = /CVAT for images 1\.1|"Save images"|classes\.txt/g;
const ENGLISH =
  /\b(the|of|images|with|are|is|not|and|or|without|which|labels|classes|pictures|files?|boxes|masks|outlines|scores)\b/;

test.each(notes)('%j', (note) => {
  const english = sentenceOf(note);
  expect(english).toMatch(/^\S.*\.$/);
  expect(enImport.importNote(english, note)).toBe(english);
  const german = deImport.importNote(english, note);
  expect(german).toMatch(/^\S.*\.$/);
  expect(german?.replaceAll(NAMES, '')).not.toMatch(ENGLISH);
  expect(german).not.toContain('undefined');
});

test('each number and name of a note is in both languages', () => {
  const unlike = NOTE_CODES.filter((code) => {
    const said = sentenceOf(some(code));
    const german = deImport.importNote(said, some(code)) as string;
    const inBoth = ['3', 'x/1.bin', 'COCO', 'yolo'].every(
      (part) => said.includes(part) === german.includes(part),
    );
    return !inBoth;
  });
  expect(unlike).toEqual([]);
});

test('a note without a code, or with one that is new, stays as it is, marked as English', () => {
  expect(deImport.importNote('Something else is the case.', undefined)).toBeNull();
  expect(deImport.importNote('', { code: 'new', values: {} } as never)).toBeNull();
  expect(deImport.importNote('', { code: 'not kept', values: { what: 'news', count: 1 } })).toBeNull();
});
