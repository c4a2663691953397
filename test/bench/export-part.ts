/**
 * A part of a version, made and exported by a process of its own, with the functions' own parts (docs/operate/scale.md, Beyond one
 * function's hour). `join` is the one step that sees all images.
 */

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Version } from '../../functions/src/common/versions/version-ports.ts';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import type { Sink } from '../../functions/src/dataset/version/collect-version.ts';
import type { TrainingSet } from '../../packages/records/src/lists.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import { loadPart } from './built.ts';
import { madeDataset } from './made-datasets.ts';
import { pagesOf, type Range } from './made-records.ts';

export const PART_FILES = {
  manifest: 'common/versions/manifest.ts',
  collect: 'dataset/version/collect-version.ts',
  images: 'dataset/split/packed-images.ts',
  store: 'dataset/page-store.ts',
  spool: 'dataset/version/line-spool.ts',
  split: 'dataset/split/split.ts',
  csvWriter: '../../packages/formats/csv/write.ts',
  csvText: 'dataset/csv/csv-text.ts',
  ndjson: '../../packages/formats/ndjson/write.ts',
  source: '../../packages/formats/src/write/export-source.ts',
  objects: 'common/adapters/objects.ts',
} as const;

const load = <T>(part: keyof typeof PART_FILES): Promise<T> => loadPart<T>('exports', PART_FILES[part]);

/** One character an image, in the order of the ids. */
const LETTERS = { R: 'TRAIN', E: 'TEST', V: 'VALIDATION' } as const satisfies Record<string, TrainingSet>;
const letterOf: Record<TrainingSet, string> = { TRAIN: 'R', TEST: 'E', VALIDATION: 'V' };

export interface Part extends Range {
  number: number;
  images: number;
  folder: string;
}

export const partFile = (
  folder: string,
  kind: 'split' | 'sets' | 'manifest' | 'csv' | 'ndjson',
  number: number,
) => join(folder, `${kind}-${number}`);

/**
 * Reads the part's records once.
 * @returns what writes the part's files, once `joinParts` has decided the sets
 */
export async function collectPart({ number, images, folder, ...range }: Part, stats: object) {
  const { collectVersion } =
    await load<typeof import('../../functions/src/dataset/version/collect-version.ts')>('collect');
  const { objects } = await load<typeof import('../../functions/src/common/adapters/objects.ts')>('objects');
  const dataset = `made-${images}`;
  const { signal } = new AbortController();
  const pages = pagesOf(range, images, dataset);
  const { PageStore } = await load<typeof import('../../functions/src/dataset/page-store.ts')>('store');
  const { LineSpool } =
    await load<typeof import('../../functions/src/dataset/version/line-spool.ts')>('spool');
  const store = new PageStore(dataset, objects);
  const spool = new LineSpool(store);
  const file = createWriteStream(partFile(folder, 'split', number));
  const { classesOf } =
    await load<typeof import('../../packages/formats/src/write/export-source.ts')>('source');
  const classes = classesOf({ tags: [...madeDataset(dataset).tags], tagmap: {} });
  const sink: Sink = {
    image: (image) => void file.write(`${JSON.stringify(image)}\n`),
    lines: async (lines) => {
      if (file.writableNeedDrain) await once(file, 'drain');
      await spool.add(lines);
    },
  };
  await collectVersion(pages, { filter: {}, signal, sink, classes }, { ...objects, ...stats });
  file.end();
  await finished(file);
  return async (version: Version) => {
    const sets = await readFile(partFile(folder, 'sets', number), 'latin1');
    const { readLine, withSet } =
      await load<typeof import('../../functions/src/common/versions/manifest.ts')>('manifest');
    async function* linesOfManifest() {
      let at = 0;
      for await (const page of spool.pages())
        yield page.map(([, line]) => withSet(line, LETTERS[sets[at++] as keyof typeof LETTERS]));
    }
    async function* text() {
      for await (const page of linesOfManifest()) yield page.map((line) => `${line}\n`).join('');
    }
    await pipeline(Readable.from(text()), createWriteStream(partFile(folder, 'manifest', number)));
    const source = await sourceOf(version, dataset, async function* () {
      for await (const page of linesOfManifest()) yield page.map(readLine);
    });
    await exportPart(source, { number, folder });
    await store.remove();
  };
}

async function sourceOf(version: Version, dataset: string, images: () => AsyncGenerator<ManifestImage[]>) {
  const { classesOf } =
    await load<typeof import('../../packages/formats/src/write/export-source.ts')>('source');
  const { parameters, counts } = version;
  if (!counts) throw new Error('the version has no counts');
  const { tags } = madeDataset(dataset);
  return {
    dataset,
    type: parameters.type,
    counts,
    tags,
    tagmap: new Map(),
    classes: classesOf(parameters),
    images,
  };
}

type Source = Awaited<ReturnType<typeof sourceOf>>;

async function exportPart(
  source: Source,
  { number, folder }: Pick<Part, 'number' | 'folder'>,
): Promise<void> {
  const { csv } = await load<typeof import('../../packages/formats/csv/write.ts')>('csvWriter');
  const { csvText } = await load<typeof import('../../functions/src/dataset/csv/csv-text.ts')>('csvText');
  const { ndjson } = await load<typeof import('../../packages/formats/ndjson/write.ts')>('ndjson');
  const input = { linkOf: null, csvText };
  const rows = Readable.from(csv.lines(source, input));
  await pipeline(rows, createWriteStream(partFile(folder, 'csv', number)));
  // Names repeat in other parts, of which this one knows nothing: its number in front makes them different.
  const named: Source = {
    ...source,
    async *images() {
      for await (const page of source.images())
        yield page.map((image) => ({ ...image, name: `${number}_${image.name}` }));
    },
  };
  const lines = Readable.from(ndjson.lines(named, input));
  await pipeline(lines, createWriteStream(partFile(folder, 'ndjson', number)));
}

/** Decides the set of every image, from what the parts have left of them. */
export async function joinParts(folder: string, parts: number, { parameters }: Version): Promise<void> {
  const { PackedImages } =
    await load<typeof import('../../functions/src/dataset/split/packed-images.ts')>('images');
  const { splitImages } = await load<typeof import('../../functions/src/dataset/split/split.ts')>('split');
  const images = new PackedImages();
  const ends: number[] = [];
  for (let number = 0; number < parts; number += 1) {
    const lines = createInterface({ input: createReadStream(partFile(folder, 'split', number)) });
    for await (const line of lines) images.add(JSON.parse(line) as SplitImage);
    ends.push(images.length);
  }
  const { test, validation, group } = parameters;
  const shares = { TEST: test, VALIDATION: validation, TRAIN: 100 - test - validation };
  const { setOf } = splitImages(images, shares, group);
  for (const [number, end] of ends.entries()) {
    const start = ends[number - 1] ?? 0;
    const letters = Buffer.alloc(end - start);
    for (let at = start; at < end; at += 1) letters.write(letterOf[setOf(at) as TrainingSet], at - start);
    await writeFile(partFile(folder, 'sets', number), letters);
  }
}
