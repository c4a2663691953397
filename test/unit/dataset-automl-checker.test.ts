/** @covers Contract 4 rows, report, importer's rules */
import { expect, test } from '@jest/globals';
import { checkImport } from '../support/automl-checker.ts';

const uri = 'gs://bucket/dataset/d/a.jpg';

test("Google's own sample rows are accepted", () => {
  const csv = [
    'TRAIN,gs://folder/image1.png,car,0.1,0.1,,,0.3,0.3,,',
    'TRAIN,gs://folder/image1.png,bike,.7,.6,,,.8,.9,,',
    'UNASSIGNED,gs://folder/im2.png,car,0.1,0.1,0.2,0.1,0.2,0.3,0.1,0.3',
    'TEST,gs://folder/im3.png,,,,,,,,,\n',
  ].join('\n');
  expect(checkImport('imageObjectDetection', csv)).toEqual([]);
});

test.each([
  ['MULTICLASS', `TRAIN,${uri},dust\nTEST,gs://bucket/b.jpg\n`],
  ['ANOMALY', `VALIDATION,${uri},good\n`],
  ['MULTILABEL', `TRAIN,${uri},dust,dent,scratch\n`],
] as const)('a good %s file is accepted', (type, csv) => {
  expect(checkImport(type, csv)).toEqual([]);
});

test.each([
  ['MULTICLASS', '', 'file: no rows'],
  ['MULTICLASS', `TRAIN,${uri},dust`, 'file: last row is cut off'],
  ['MULTICLASS', `\uFEFFTRAIN,${uri},dust\n`, 'byte order mark'],
  ['MULTICLASS', `TRAIN,"${uri},dust\n`, 'Quote'],
  ['MULTICLASS', `train,${uri},dust\n`, 'unknown set "train"'],
  ['MULTICLASS', 'TRAIN,https://x.org/a.jpg,dust\n', 'no gs uri'],
  ['MULTICLASS', 'TRAIN,gs://bucket/a.txt,dust\n', 'unknown kind of image'],
  ['MULTICLASS', `TRAIN,${uri},1dust\n`, 'bad label "1dust"'],
  ['MULTICLASS', `TRAIN,${uri},${'d'.repeat(33)}\n`, 'bad label'],
  ['MULTICLASS', `TRAIN,${uri},\n`, 'bad label ""'],
  ['MULTICLASS', `TRAIN,${uri},a,b\n`, '4 columns'],
  ['ANOMALY', `TRAIN,${uri},=1+1\n`, 'formula'],
  ['ANOMALY', `TRAIN,${uri},a\nTEST,${uri},a\n`, 'in TRAIN and TEST'],
  ['MULTILABEL', `TRAIN,${uri},a,a\n`, 'a label twice'],
  ['MULTILABEL', `TRAIN,${uri},a\nTRAIN,${uri},b\n`, 'twice'],
  ['imageObjectDetection', `TRAIN,${uri},a,0.1,0.1,,,0.2,0.2\n`, '9 columns instead of 11'],
  ['imageObjectDetection', `TRAIN,${uri},a,0.1,0.1,,,1.2,0.2,,\n`, 'no coordinate from 0 to 1 "1.2"'],
  ['imageObjectDetection', `TRAIN,${uri},a,-0.1,0.1,,,0.2,0.2,,\n`, 'no coordinate from 0 to 1 "-0.1"'],
  ['imageObjectDetection', `TRAIN,${uri},a,1e-7,0.1,,,0.2,0.2,,\n`, 'no coordinate from 0 to 1 "1e-7"'],
  ['imageObjectDetection', `TRAIN,${uri},a,0.1,0.1,,,0.109,0.2,,\n`, 'too short'],
  ['imageObjectDetection', `TRAIN,${uri},a,0.3,0.1,,,0.1,0.2,,\n`, 'too short'],
  ['imageObjectDetection', `TRAIN,${uri},,0.1,0.1,,,0.2,0.2,,\n`, 'bad label ""'],
  ['imageObjectDetection', `TRAIN,${uri},a,0.1,0.1,0.5,,0.2,0.2,,\n`, 'neither two corners nor four'],
  [
    'imageObjectDetection',
    `TRAIN,${uri},,,,,,,,,\nTRAIN,${uri},a,0.1,0.1,,,0.2,0.2,,\n`,
    'without boxes, and again',
  ],
  [
    'imageObjectDetection',
    `TRAIN,${uri},a,0.1,0.1,,,0.2,0.2,,\n`.repeat(501),
    'line 501: more than 500 boxes',
  ],
] as const)('%s: what Google would reject is rejected: %j', (type, csv, complaint) => {
  expect(checkImport(type, csv).join('\n')).toContain(complaint);
});

test('bytes that are not UTF-8 are rejected', () => {
  expect(checkImport('MULTICLASS', Buffer.from([0x54, 0xff, 0x0a]))[0]).toMatch(/^file: /);
});
