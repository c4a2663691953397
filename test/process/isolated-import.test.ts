/**
 * A run of an import reads its archive in a process that can be killed: what is in it costs nobody else anything.
 * @covers Contract 11 imports: a run reads its archive in an isolated process, within a budget
 */
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { runIsolated } from '../../functions/src/common/isolated/run-isolated.ts';
import type { runArchive } from '../../functions/src/dataset/import/isolated-run.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip, type ZipFile } from '../support/write-zip.ts';

const picture = (at: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: at, g: 0, b: 0 } } })
    .png()
    .toBuffer();

const importOf = (files: readonly ZipFile[]) =>
  new MemoryImport(new MemoryVersions('MULTILABEL', []), writeZip(files));

/** A run in a process of its own. */
const run = (coming: MemoryImport, megabytes = 512) =>
  coming.attempt({}, (asked) =>
    runIsolated<typeof runArchive>('runArchive', {
      ...asked,
      budget: { seconds: 600, megabytes },
      ...{ place: 'long', caller: 'test', signal: coming.input.signal },
    }),
  );

test('images come with their boxes and masks', async () => {
  const coming = importOf([
    {
      path: 'a.json',
      bytes: JSON.stringify({
        images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
        categories: [{ id: 1, name: 'bolt' }],
        annotations: [
          { image_id: 1, category_id: 1, bbox: [0, 0, 32, 24], segmentation: [[0, 0, 32, 0, 32, 24]] },
        ],
      }),
    },
    { path: 'a.png', bytes: await picture(1) },
  ]);
  expect(await run(coming)).toMatchObject({ progress: { total: 1, added: 1 } });
  const [record] = coming.memory.records.values();
  expect(record).toMatchObject({
    tags: [{ x: 0, y: 0, w: 0.5, h: 0.5 }],
    masks: [{ id: expect.any(String) }],
  });
  expect(coming.memory.objects.has(record!.masks[0]!.uri.replace('gs://bucket/', ''))).toBe(true);
});

test('an archive that needs more memory than there is for it is refused with the budget, and stores nothing', async () => {
  const endless = `{"images":[${'{"id":1,"file_name":"a.png"},'.repeat(10)}],"annotations":[`;
  const lines = Array.from(
    { length: 400_000 },
    (_, at) => `{"image_id":${at},"category_id":1,"bbox":[1,2,3,4]}`,
  );
  const coming = importOf([
    {
      path: 'a.json',
      bytes: `${endless}${lines.join(',')}],"categories":[{"id":1,"name":"x"}]}`,
      packed: true,
    },
    { path: 'a.png', bytes: await picture(1) },
  ]);
  await expect(run(coming, 100)).rejects.toMatchObject({
    ...{
      code: 'too costly',
      particulars: { reason: expect.stringMatching(/^memory: (1\d\d|[2-9]\d\d) MB; at most 100 MB$/) },
    },
  });
  expect(coming.memory.records.size).toBe(0);
});
