import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { DATASET_TYPES, type DatasetType, SET_TYPES, type Tag } from '../../functions/src/common/model.ts';
import { imageRows, refuseImage } from '../../functions/src/dataset/csv-rows.ts';
import { csvText } from '../../functions/src/dataset/csv-text.ts';
import { toSplitImage } from '../../functions/src/dataset/groups.ts';
import { toLabel } from '../../functions/src/dataset/label.ts';
import { labelTags } from '../../functions/src/dataset/labels.ts';
import { parsePercentages } from '../../functions/src/dataset/percentages.ts';
import { splitImages } from '../../functions/src/dataset/split.ts';
import { checkImport } from '../support/automl-checker.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('=1+1', '+cmd|calc', '-2', '@SUM(A1)', '"', '","', "'", 'a,b', 'a\nTRAIN,b', '\t=1'),
);

/** Tags of any names whose labels can be told apart. */
const tagList = fc
  .uniqueArray(text, { minLength: 1, maxLength: 6, selector: (name) => toLabel(name) })
  .map((names) => names.filter((name) => toLabel(name) !== null).map(toTag));

const toTag = (name: string, index: number): Tag => ({
  id: `t${index}`,
  name,
  color: '',
  imageCounter: 0,
  annotationCounter: 0,
  unclassified: index === 5,
});

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
  .map((fields) => ({ ...fields, content: '' }));

const records = fc.array(record, { minLength: 1, maxLength: 40 }).map((all) =>
  all.map((each, index) => ({
    ...each,
    id: `i${index}`,
    // Some uris of foreign making: they are refused, or harmless once quoted.
    uri: index % 7 === 6 ? `gs://bucket/${each.name}.jpg` : `gs://bucket/dataset/d/i${index}.jpg`,
  })),
);

type Records = Parameters<typeof toSplitImage>[0] & Parameters<typeof imageRows>[1];

function makeCsv(type: DatasetType, images: readonly Records[], tags: readonly Tag[]): string {
  const labels = labelTags(tags, new Map());
  const exportable = images.filter((image) => refuseImage(image) === null);
  const split = exportable.map((image) => toSplitImage(image, 'burst'));
  const sets = splitImages(split, parsePercentages(undefined, undefined));
  return csvText(exportable.flatMap((image) => imageRows(type, image, sets.get(image.id)!, labels).rows));
}

test.each(DATASET_TYPES)('Contract 4, %s: any records give a file that the importer accepts', (type) => {
  fc.assert(
    fc.property(records, tagList, (images, tags) => {
      fc.pre(images.some((image) => refuseImage(image) === null));
      expect(checkImport(type, makeCsv(type, images, tags))).toEqual([]);
    }),
  );
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

test('cells that a spreadsheet takes for formulas, or for quotes, are made harmless', () => {
  expect(csvText([['=1+1', 'a"b', 'c,d', 'e\nf']])).toBe('\'=1+1,"a""b","c,d","e\nf"\n');
});
