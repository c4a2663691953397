import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { withSet } from '../../common/manifest.ts';
import type { Counters, ImageLists, Objects } from '../../common/ports.ts';
import { manifestName, type Version, type VersionCounts, type Versions } from '../../common/version-ports.ts';
import type { TrainingSet } from '../split/cuts.ts';
import type { SplitImage } from '../split/groups.ts';
import { toPercentages } from '../split/percentages.ts';
import { type Split, splitImages } from '../split/split.ts';
import { collectVersion, VERSION_FIELDS } from './collect-version.ts';
import { countVersion } from './count-version.ts';
import type { LineSpool } from './line-spool.ts';
import { VersionFault } from './version-fault.ts';

export interface BuildPorts {
  counters: Pick<Counters, 'publish'>;
  imageLists: Pick<ImageLists, 'ofDataset' | 'assignSets'>;
  objects: Objects;
  versions: Versions;
}

/**
 * Reads the records as they were when the version was created, writes the manifest and marks the version as ready. It may be
 * repeated after an interruption, and run twice at once: the same records always give the same manifest.
 * @throws VersionFault; errors of Firestore and Storage, after which the version stays `building`
 */
export async function buildVersion(
  { dataset, version, signal }: { dataset: string; version: Version; signal: AbortSignal },
  ports: BuildPorts,
): Promise<{ hash: string; counts: VersionCounts }> {
  const { test, validation, group, filter, save } = version.parameters;
  const pages = ports.imageLists.ofDataset(dataset, VERSION_FIELDS, version.moment);
  const collected = await collectVersion(pages, { filter, signal }, ports.objects);
  if (collected.images.length === 0) throw new VersionFault('there is no image for it');
  const split = splitImages(collected.images, toPercentages({ test, validation }), group);
  const hash = await hashOf(collected.spool, split);
  await writeManifest(manifestName(dataset, hash), collected.spool, split, {
    objects: ports.objects,
    signal,
  });
  if (save) {
    await ports.imageLists.assignSets(newSets(collected.images, split));
    await ports.counters.publish(dataset);
  }
  const counts = countVersion(version.parameters, collected, split);
  await ports.versions.finish(dataset, version.number, { hash, counts });
  return { hash, counts };
}

/** The bytes of the manifest, a page of lines at a time. */
async function* manifest(spool: LineSpool, { sets }: Split): AsyncGenerator<string> {
  for await (const page of spool.pages()) {
    yield page.map(([id, line]) => `${withSet(line, sets.get(id) as TrainingSet)}\n`).join('');
  }
}

async function hashOf(spool: LineSpool, split: Split): Promise<string> {
  const hash = createHash('sha256');
  for await (const text of manifest(spool, split)) hash.update(text);
  return hash.digest('hex');
}

/** An existing object of that name has the same bytes, because objects are written completely or not at all. */
async function writeManifest(
  name: string,
  spool: LineSpool,
  split: Split,
  { objects, signal }: { objects: Objects; signal: AbortSignal },
): Promise<void> {
  if (await objects.stat(name)) return;
  const source = Readable.from(manifest(spool, split), { objectMode: false });
  await objects.write(name, source, { contentType: 'application/x-ndjson', signal });
}

const newSets = (images: readonly SplitImage[], { sets }: Split): [string, TrainingSet][] =>
  images.flatMap(({ id, set }) => {
    const given = sets.get(id);
    return given !== undefined && given !== set ? [[id, given]] : [];
  });
