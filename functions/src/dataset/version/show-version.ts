import { type FormatLimits, limitsOfFormats } from '../../../../packages/formats/src/write/losses.ts';
import { HttpError } from '../../common/errors.ts';
import type { Datasets } from '../../common/ports.ts';
import type { Version, Versions } from '../../common/versions/version-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

export interface ReadPorts {
  datasets: Datasets;
  versions: Versions;
}

/** A version as answers show it. `reason` is present only if it failed. */
export type ShownVersion = Omit<Version, 'moment' | 'reason'> & { reason?: string };
/** `formats`: what each export format cannot hold; empty unless the version is ready. */
type WholeVersion = ShownVersion & { formats: FormatLimits[] };
/** In a list, `images` is the number of images. */
export type ListedVersion = Omit<ShownVersion, 'counts' | 'parameters'> & { images: number };

const MOST_DIGITS = 9;

/**
 * A version by its number, or the `latest` ready one.
 * @throws HttpError `dataset not found`, `version not found`
 */
export async function findVersion(
  { number, ...target }: Target & { number: string },
  { datasets, versions }: ReadPorts,
): Promise<{ dataset: string; version: Version }> {
  const { id: dataset } = await requireDataset(target, 'viewer', datasets);
  const isNumber = /^[1-9]\d*$/.test(number) && number.length <= MOST_DIGITS;
  const wanted = isNumber ? Number(number) : number === 'latest' ? 'latest' : null;
  const version = wanted === null ? null : await versions.find(dataset, wanted);
  if (!version) throw new HttpError('version not found', { id: number });
  return { dataset, version };
}

/** @throws HttpError as `findVersion`, and `version not ready` */
export async function requireReady(
  input: Target & { number: string },
  ports: ReadPorts,
): Promise<{ dataset: string; version: Version & { counts: NonNullable<Version['counts']> } }> {
  const { dataset, version } = await findVersion(input, ports);
  const { counts } = version;
  if (counts === null)
    throw new HttpError('version not ready', { id: String(version.number), reason: version.state });
  return { dataset, version: { ...version, counts } };
}

export async function showVersion(
  input: Target & { number: string },
  ports: ReadPorts,
): Promise<WholeVersion> {
  const { version } = await findVersion(input, ports);
  const { counts, parameters } = version;
  const formats = counts === null ? [] : limitsOfFormats({ type: parameters.type, counts });
  return { ...shown(version), formats };
}

/**
 * Highest number first.
 * @throws HttpError `dataset not found`
 */
export async function listVersions(
  { page, ...target }: Target & { page: { limit: number; after: number | null } },
  { datasets, versions }: ReadPorts,
): Promise<{ versions: ListedVersion[]; next: number | null }> {
  const { id } = await requireDataset(target, 'viewer', datasets);
  const found = await versions.page(id, { ...page, limit: page.limit + 1 });
  const listed = found.slice(0, page.limit);
  const next = found.length > page.limit ? (listed.at(-1)?.number ?? null) : null;
  return { versions: listed.map(toListed), next };
}

function shown({ moment: _, reason, ...version }: Version): ShownVersion {
  return { ...version, ...(reason !== '' && { reason }) };
}

function toListed(version: Version): ListedVersion {
  const { counts, parameters: _, ...rest } = shown(version);
  return { ...rest, images: counts?.images ?? 0 };
}
