import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { classesOf } from '../../../../packages/formats/src/write/export-source.ts';
import type { TrainingSet } from '../../../../packages/records/src/lists.ts';
import type { VersionCounts, VersionTag } from '../../../../packages/records/src/version-counts.ts';
import { counters } from '../../common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import type { Doing } from '../../common/jobs/kind.ts';
import { withRenamedTags } from '../../common/records/rename-tags.ts';
import { withSet } from '../../common/versions/manifest.ts';
import { manifestName, type Version } from '../../common/versions/version-ports.ts';
import { PageStore } from '../page-store.ts';
import { findCopies } from '../split/find-copies.ts';
import { newSets } from '../split/new-sets.ts';
import { PackedImages } from '../split/packed-images.ts';
import { toPercentages } from '../split/percentages.ts';
import { type Split, splitImages } from '../split/split.ts';
import { collectVersion, type Sink, VERSION_FIELDS } from './collect-version.ts';
import { countVersion } from './count-version.ts';
import { LineSpool } from './line-spool.ts';
import { toVersionTags } from './parameters.ts';

interface Request {
  dataset: string;
  version: Version;
  signal: AbortSignal;
  report: Doing['report'];
}

interface Built {
  hash: string;
  counts: VersionCounts;
  /** Those of the version's moment. */
  tags: readonly VersionTag[];
}

/**
 * Reads the tags and the records as they were when the version was created, and writes the manifest. It may be repeated after
 * an interruption, and run twice at once: the same records always give the same manifest.
 * @returns null if no image matches
 * @throws errors of Firestore and Storage
 */
export async function buildVersion(request: Request): Promise<Built | null> {
  const store = new PageStore(request.dataset, objects);
  try {
    return await buildWith(store, request);
  } finally {
    await store.remove();
  }
}

async function buildWith(
  store: PageStore,
  { dataset, version, signal, report }: Request,
): Promise<Built | null> {
  const { test, validation, group, save } = version.parameters;
  const { tags, merged, vectors } = await datasets.tagsAt(dataset, version.moment);
  const parameters = { ...version.parameters, tags: toVersionTags(tags) };
  const classes = classesOf(parameters);
  const records = imageLists.ofDataset(dataset, VERSION_FIELDS, version.moment);
  const pages = counted(withRenamedTags(records, merged), report);
  const images = new PackedImages();
  const spool = new LineSpool(store);
  const sink: Sink = { image: (image) => images.add(image), lines: (lines) => spool.add(lines) };
  const tally = await collectVersion(pages, { ...parameters, signal, sink, classes }, objects);
  if (images.length === 0) return null;
  const copies = await findCopies({ dataset, vectors, group }, { objects: objects, signal });
  const split = splitImages(images, toPercentages({ test, validation }), group, copies);
  const hash = await hashOf(spool, split);
  await writeManifest(manifestName(dataset, hash), { spool, split, signal });
  if (save) {
    await imageLists.assignSets(newSets(images, split));
    await counters.publish(dataset);
  }
  const counts = countVersion(parameters, tally, split);
  return { hash, counts, tags: parameters.tags };
}

/** Says how many records have been read. */
async function* counted<T>(pages: AsyncIterable<readonly T[]>, report: Request['report']) {
  let done = 0;
  for await (const page of pages) {
    yield page;
    done += page.length;
    report({ done });
  }
}

/** The bytes of the manifest, a page of lines at a time. */
async function* manifest(spool: LineSpool, split: Split): AsyncGenerator<string> {
  for await (const page of spool.pages())
    yield page.map(([number, line]) => `${withSet(line, split.setOf(number) as TrainingSet)}\n`).join('');
}

async function hashOf(spool: LineSpool, split: Split): Promise<string> {
  const hash = createHash('sha256');
  for await (const text of manifest(spool, split)) hash.update(text);
  return hash.digest('hex');
}

/** An existing object of that name has the same bytes, because objects are written completely or not at all. */
async function writeManifest(
  name: string,
  { spool, split, signal }: { spool: LineSpool; split: Split; signal: AbortSignal },
): Promise<void> {
  if (await objects.stat(name)) return;
  const source = Readable.from(manifest(spool, split), { objectMode: false });
  await objects.write(name, source, { contentType: 'application/x-ndjson', signal });
}
