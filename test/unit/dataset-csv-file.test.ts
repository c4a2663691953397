/**
 * @covers Contract 4 rows, report, importer's rules
 * @covers Spec 4.1, Contract 4 csv: files, split, warnings as codes and sentences (also in the console's languages: `unit/web-warnings.test.ts`), `format=vertex`, save, report, two at once, failures half way
 */

import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Tag } from '../../functions/src/common/model.ts';
import { csvText } from '../../functions/src/dataset/csv/csv-text.ts';
import { toSplitImage } from '../../functions/src/dataset/split/groups.ts';
import { toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import type { CsvFormat } from '../../packages/formats/csv/csv-format.ts';
import { toLabel } from '../../packages/formats/csv/label.ts';
import { labelTags } from '../../packages/formats/csv/labels.ts';
import { imageRows, refuseImage } from '../../packages/formats/csv/rows.ts';
import { DATASET_TYPES, type DatasetType, SET_TYPES } from '../../packages/records/src/lists.ts';
import { checkImport } from '../support/automl-checker.ts';
import { tag } from '../support/dataset-record.ts';
import { anyText, fc } from '../support/fast-check.ts';
import { splitImages } from '../support/split.ts';
import { checkVertexImport } from '../support/vertex-checker.ts';

const text = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom('=1+1', '+cmd|calc', '-2', '@SUM(A1)', '"', '","', "'", 'a,b', 'a\nTRAIN,b', '\t=1'),
);

/** Tags with any names that give different labels. */
const tagList = fc
  .uniqueArray(text, { minLength: 1, maxLength: 6, selector: (name) => toLabel(name) })
  .map((names) => names.filter((name) => toLabel(name) !== null).map(toTag));

const toTag = (name: string, index: number): Tag => tag(`t${index}`, name, index === 5);

const side = fc.double({ min: -0.5, max: 1.5 });
const tagId = fc.constantFrom('t0', 't1', 't2', 't3', 't4', 't5', 'gone', '');
const record = fc
  .record({
    name: text,
    tag: fc.option(tagId),
    tagsContained: fc.array(tagId, { maxLength: 4 }),
    tags: fc.array(
      fc.record({
        type: fc.constantFrom('rect' as const, 'mask' as const, 'point' as const),
        tag: tagId,
        x: side,
        y: side,
        w: side,
        h: side,
        labeled: fc.constant('manual' as const),
      }),
      { maxLength: 6 },
    ),
    set: fc.constantFrom(...SET_TYPES),
    session: fc.constantFrom('', 's1', 's2'),
    date: fc.nat({ max: 300_000 }),
  })
  .map((fields) => ({ ...fields, content: '', look: '' }));

const records = fc.array(record, { minLength: 1, maxLength: 40 }).map((all) =>
  all.map((each, index) => ({
    ...each,
    id: `i${index}`,
    // Some URIs that the service did not create: they are refused, or harmless when quoted.
    uri: index % 7 === 6 ? `gs://bucket/${each.name}.jpg` : `gs://bucket/dataset/d/i${index}.jpg`,
  })),
);

type Records = Parameters<typeof toSplitImage>[0] & Parameters<typeof imageRows>[1];

function makeCsv(
  type: DatasetType,
  images: readonly Records[],
  tags: readonly Tag[],
  format: CsvFormat = 'automl',
): string {
  const labels = labelTags(tags, new Map());
  const exportable = images.filter((image) => refuseImage(image) === null);
  const split = exportable.map((image) => toSplitImage(image));
  const { sets } = splitImages(split, toPercentages({}), 'burst');
  const rowsOf = (image: Records) => imageRows(type, image, sets.get(image.id)!, labels, format).rows;
  return csvText(exportable.flatMap(rowsOf));
}

test.each(DATASET_TYPES)('Contract 4, %s: any records give a file that the importer accepts', (type) => {
  fc.assert(
    fc.property(records, tagList, (images, tags) => {
      fc.pre(images.some((image) => refuseImage(image) === null));
      expect(checkImport(type, makeCsv(type, images, tags))).toEqual([]);
    }),
  );
});

test.each(DATASET_TYPES)('Contract 4, %s: any records give a file that Vertex AI accepts', (type) => {
  fc.assert(
    fc.property(records, tagList, (images, tags) => {
      fc.pre(images.some((image) => refuseImage(image) === null));
      expect(checkVertexImport(type, makeCsv(type, images, tags, 'vertex')).complaints).toEqual([]);
    }),
  );
});

test('the checker of Vertex AI refuses the file of AutoML Vision', () => {
  const csv = 'TRAIN,gs://bucket/a.jpg,,,,,,,,,\n';
  expect(checkVertexImport('imageObjectDetection', csv).complaints).toEqual([
    'line 1: unknown set "TRAIN"',
    'line 1: bad label ""',
    'line 1: no box ",,,,,,,"',
    'line 1: an edge is too short',
  ]);
});

test('the checker of Vertex AI accepts the example files of its page', () => {
  const classes = 'test,gs://bucket/1.jpeg,daisy\ntraining,gs://bucket/2.gif,dandelion\ngs://bucket/3.png\n';
  expect(checkVertexImport('MULTICLASS', classes)).toEqual({ complaints: [], unlisted: 0 });
  const labels = 'test,gs://bucket/1.jpeg,daisy,full_shot\nvalidation,gs://bucket/5.tiff,tulips,close\n';
  expect(checkVertexImport('MULTILABEL', labels)).toEqual({ complaints: [], unlisted: 1 });
  const boxes =
    'test,gs://bucket/1.jpeg,Tomato,0.3,0.3,,,0.7,0.6,,\ngs://bucket/2.gif\ngs://bucket/3.png,Baked,0.5,0.7,0.8,0.7,0.8,0.8,0.5,0.8\n';
  expect(checkVertexImport('imageObjectDetection', boxes)).toEqual({ complaints: [], unlisted: 0 });
});

test.each(DATASET_TYPES)(
  'Contract 4, %s: every exportable image is in the file, under its own uri',
  (type) => {
    fc.assert(
      fc.property(records, tagList, (images, tags) => {
        const rows: string[][] = parse(makeCsv(type, images, tags), { relax_column_count: true });
        const expected = images.filter((image) => refuseImage(image) === null).map(({ uri }) => uri);
        expect(new Set(rows.map(([, uri]) => uri))).toEqual(new Set(expected));
      }),
      { numRuns: 50 },
    );
  },
);

test('cells that a spreadsheet would read as formulas or quotes are escaped', () => {
  expect(csvText([['=1+1', 'a"b', 'c,d', 'e\nf']])).toBe('\'=1+1,"a""b","c,d","e\nf"\n');
});

test('rows of plain cells are written as the library writes them', () => {
  const cell = fc.oneof(
    text,
    fc.constantFrom(
      '',
      'TRAIN',
      '0.25',
      '1e-7',
      '-0.5',
      ' a',
      'a ',
      'gs://bucket/dataset/d/i_1-2.jpg',
      '/',
      '-',
      "'",
    ),
  );
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  // A quote sends all rows of a call to the library.
  fc.assert(
    fc.property(rows, (all) => {
      expect(csvText([...all, ['a', '"']])).toBe(`${csvText(all)}a,""""\n`);
    }),
    { numRuns: 1000 },
  );
});
