/**
 * Contract 11: datasets that exports stumble over come back right from the reader of every format.
 * @covers Contract 11 nine awkward datasets and random ones: every format by the reader of its rules, and back through an import
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { READ_FORMATS, readFormat } from '../readers/read-format.ts';
import { complaintsOfWindows } from '../readers/windows-names.ts';
import { AWKWARD } from '../support/awkward-datasets.ts';
import { differences } from '../support/compare-labels.ts';
import type { MemoryVersions } from '../support/memory-versions.ts';
import { exportPlanned, makePlanned } from '../support/planned-dataset.ts';

describe.each(AWKWARD)('%s', (_, dataset) => {
  let made: MemoryVersions;
  beforeAll(async () => {
    made = await makePlanned(dataset);
  });

  test.each(READ_FORMATS)('%s', async (format) => {
    const exported = await exportPlanned(made, format);
    const found = await readFormat(format, dataset.type, exported);
    expect(await differences(format, dataset, found)).toEqual([]);
    expect(complaintsOfWindows(found.files?.keys() ?? [])).toEqual([]);
  });
});
