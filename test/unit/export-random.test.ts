/** Contract 11: random datasets come back from the reader of every format, and through an import, as their records are. */
import { expect, test } from '@jest/globals';
import { FORMATS, type Format } from '../../functions/src/dataset/formats/export-format.ts';
import { readFormat } from '../readers/read-format.ts';
import { complaintsOfWindows } from '../readers/windows-names.ts';
import { differences } from '../support/compare-labels.ts';
import { fc } from '../support/fast-check.ts';
import { LONG_TEST } from '../support/limits.ts';
import { exportPlanned, makePlanned, type PlannedDataset } from '../support/planned-dataset.ts';
import { datasets } from '../support/random-datasets.ts';

const numRuns = process.env.LONG ? 300 : 10;

test(
  'the reader of each format finds what the records say',
  async () => {
    const property = fc.asyncProperty(datasets, async (dataset) => {
      const memory = await makePlanned(dataset);
      for (const format of FORMATS) {
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
