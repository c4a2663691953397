/**
 * Contract 11: random datasets come back from the reader of every format, and through an import, as their records are.
 * @covers Contract 11 nine awkward datasets and random ones: every format by the reader of its rules, and back through an import
 */
import { expect, test } from '@jest/globals';
import type { Format } from '../../packages/formats/formats.ts';
import { READ_FORMATS, readFormat } from '../readers/read-format.ts';
import { complaintsOfWindows } from '../readers/windows-names.ts';
import { differences } from '../support/compare-labels.ts';
import { fc } from '../support/fast-check.ts';
import { importedBack } from '../support/imported-back.ts';
import { LONG_TEST } from '../support/limits.ts';
import { exportPlanned, makePlanned, type PlannedDataset } from '../support/planned-dataset.ts';
import { datasets, distantDatasets } from '../support/random-datasets.ts';
import { isNormal, wantedOf } from '../support/wanted-labels.ts';

const numRuns = process.env.LONG ? 300 : 10;

test(
  'the reader of each format finds what the records say',
  async () => {
    const property = fc.asyncProperty(datasets, async (dataset) => {
      const memory = await makePlanned(dataset);
      for (const format of READ_FORMATS) {
        const exported = await exportPlanned(memory, format);
        if (refusesWithoutTrain(format, dataset)) {
          expect(exported.notes.join()).toContain('No image is in TRAIN');
          continue;
        }
        const found = await readFormat(format, dataset.type, exported);
        expect([format, await differences(format, dataset, found)]).toEqual([format, []]);
        expect(complaintsOfWindows(found.files?.keys() ?? [])).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
  },
  LONG_TEST,
);

/** Folders of boxes name another set for it. */
const refusesWithoutTrain = (format: Format, { type, images }: PlannedDataset): boolean =>
  (format === 'ndjson' || (format === 'yolo' && (type === 'MULTICLASS' || type === 'ANOMALY'))) &&
  !images.some(({ set }) => set === 'TRAIN');

test(
  'an import makes the same records of each format, as far as it holds them',
  async () => {
    const property = fc.asyncProperty(distantDatasets, async (dataset) => {
      const memory = await makePlanned(dataset);
      const { images, classes } = dataset;
      const hasMasks = images.some(({ masks }) => masks.some(({ tag }) => !isNormal(classes[tag] ?? '')));
      // Rectangles are outlines in YOLO, and outlines of one class one mask. A class that VOC has of an image and of a box is
      // only the box's. Folders without masks are those of any trainer.
      const isOneWay = (format: Format) =>
        (format === 'yolo' && dataset.type === 'MULTILABEL') ||
        (format === 'voc' && dataset.type === 'ANOMALY') ||
        (format === 'masks' && !hasMasks) ||
        // Nothing in it.
        images.every((image) => wantedOf(format, dataset, image) === null);
      for (const format of READ_FORMATS.filter((each) => !isOneWay(each))) {
        const found = await importedBack(memory, { format, dataset }, await exportPlanned(memory, format));
        expect([format, await differences(format, dataset, found)]).toEqual([format, []]);
      }
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
  },
  LONG_TEST,
);
