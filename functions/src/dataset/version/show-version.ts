import * as z from 'zod/mini';
import { type FormatLimits, limitsOfFormats } from '../../../../packages/formats/src/write/losses.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { HttpError } from '../../common/errors.ts';
import { about, id } from '../../common/http/input/fields.ts';
import { afterNumber, limit } from '../../common/http/input/query-fields.ts';
import type { Version } from '../../common/versions/version-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

const NO_VERSION = 'version must be the number of a version, or latest';

export const numberOrLatest = z
  .pipe(
    z.union([z.int().check(z.gte(1), z.lte(999_999_999)), z.literal('latest')], NO_VERSION),
    z.transform(String),
  )
  .check(about('Number of the version that the run is compared with, or `latest`: the last ready one.'));

/** The same in a query. */
export const versionNumber = () => z.string(NO_VERSION).check(z.regex(/^([1-9]\d{0,8}|latest)$/, NO_VERSION));

export const versionField = (description: string) =>
  z.string().check(about(description, { pattern: '^([1-9][0-9]{0,8}|latest)$', example: 'latest' }));

export const versionPath = z.object({
  dataset_id: id('Dataset id'),
  version: versionField('Number, or `latest`: the last ready one.'),
});

export const versionsQuery = z.object({
  limit: limit(200, 'Versions of a page.'),
  after: afterNumber('version'),
});

/** A version as answers show it. `reason` is present only if it failed. */
export type ShownVersion = Omit<Version, 'moment' | 'reason'> & { reason?: string };
/** `formats`: what each export format cannot hold; empty unless the version is ready. */
type WholeVersion = ShownVersion & { formats: FormatLimits[] };
/** In a list, `images` is the number of images. */
export type ListedVersion = Omit<ShownVersion, 'counts' | 'parameters'> & { images: number };

/**
 * A version by its number, or the `latest` ready one.
 * @throws HttpError `dataset not found`, `version not found`
 */
export async function findVersion({
  number,
  ...target
}: Target & { number: string }): Promise<{ dataset: string; version: Version }> {
  const { id: dataset } = await requireDataset(target, 'viewer');
  const wanted = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : number === 'latest' ? 'latest' : null;
  const version = wanted === null ? null : await versions.find(dataset, wanted);
  if (!version) throw new HttpError('version not found', { id: number });
  return { dataset, version };
}

/** @throws HttpError as `findVersion`, and `version not ready` */
export async function requireReady(
  input: Target & { number: string },
): Promise<{ dataset: string; version: Version & { counts: NonNullable<Version['counts']> } }> {
  const { dataset, version } = await findVersion(input);
  const { counts } = version;
  if (counts === null)
    throw new HttpError('version not ready', { id: String(version.number), reason: version.state });
  return { dataset, version: { ...version, counts } };
}

export async function showVersion(input: Target & { number: string }): Promise<WholeVersion> {
  const { version } = await findVersion(input);
  const { counts, parameters } = version;
  const formats = counts === null ? [] : limitsOfFormats({ type: parameters.type, counts });
  return { ...shown(version), formats };
}

/**
 * Highest number first.
 * @throws HttpError `dataset not found`
 */
export async function listVersions({
  page,
  ...target
}: Target & { page: { limit: number; after: number | null } }): Promise<{
  versions: ListedVersion[];
  next: number | null;
}> {
  const { id } = await requireDataset(target, 'viewer');
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
