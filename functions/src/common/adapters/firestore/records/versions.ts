import { type DocumentSnapshot, FieldValue, type Query, type WriteBatch } from 'firebase-admin/firestore';
import { DATASET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import { versionRecord } from '../../../../../../packages/records/src/version.ts';
import type { VersionCounts } from '../../../../../../packages/records/src/version-counts.ts';
import type { Beside } from '../../../jobs/job.ts';
import type { Version, VersionParameters, Versions } from '../../../versions/version-ports.ts';
import { asRead } from '../change-document.ts';
import { readDocument, readFresh, readQuery } from '../documents.ts';
import { count, type Fields, list, map, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { versionCollection, versionRef } from '../references.ts';

export const versions: Versions = {
  create: async (dataset, version, batch) => {
    const number = await nextVersion(dataset);
    const fresh = { number, ...version, state: 'building', hash: '' };
    batch.create(versionRef(dataset, number), { ...fresh, createdAt: FieldValue.serverTimestamp() });
    return number;
  },

  async find(dataset, number) {
    if (number === 'latest') return latest(dataset);
    const snapshot = await readDocument(versionRef(dataset, number));
    return snapshot.exists ? toVersion(snapshot) : null;
  },

  async page(dataset, { limit, after }) {
    const newest = newestFirst(dataset);
    const query = after === null ? newest : newest.startAfter(after);
    return (await readQuery(query.limit(limit))).docs.map(toVersion);
  },

  finish(dataset, number, { hash, counts, tags }) {
    const ready = { state: 'ready', hash, counts, 'parameters.tags': tags };
    return settled(dataset, number, async (version, batch) => {
      const data = { number, name: text(version.get('name')), hash, images: counts.images };
      await addMessages(
        { kind: 'dataset', id: dataset },
        { type: 'version.ready', subject: number, data },
        batch,
      );
      batch.update(version.ref, ready, asRead(version));
    });
  },

  fail: (dataset, number, reason) =>
    settled(dataset, number, async (version, batch) => {
      batch.update(version.ref, { state: 'failed', reason }, asRead(version));
    }),

  remove: (dataset, number) =>
    settled(dataset, number, async (version, batch) => {
      batch.delete(version.ref, asRead(version));
    }),

  async any(dataset) {
    return (await readQuery(versionCollection(dataset).limit(1).select())).size > 0;
  },
};

const newestFirst = (dataset: string): Query => versionCollection(dataset).orderBy('number', 'desc');

/** The number that the next version of a dataset gets. */
export const nextVersion = async (dataset: string): Promise<number> =>
  count((await readQuery(newestFirst(dataset).select('number').limit(1))).docs[0]?.get('number')) + 1;

/** Versions that are read at once to find a ready one. */
const LATEST = 10;

/** Needs no index of two fields, because the newest version is almost always ready. */
async function latest(dataset: string): Promise<Version | null> {
  for (let after: number | null = null; ; ) {
    const page: Version[] = await versions.page(dataset, { limit: LATEST, after });
    const ready = page.find(({ state }) => state === 'ready');
    if (ready) return ready;
    const last = page.at(-1);
    if (!last) return null;
    after = last.number;
  }
}

/** What a commit does to a version that is being built; nothing to another one. */
const settled =
  (
    dataset: string,
    number: number,
    settle: (version: DocumentSnapshot, batch: WriteBatch) => Promise<void>,
  ): Beside =>
  async (batch) => {
    const version = await readFresh(versionRef(dataset, number));
    if (version.get('state') === 'building') await settle(version, batch);
  };

function toVersion(snapshot: DocumentSnapshot): Version {
  const { counts, parameters, ...read } = versionRecord.read(snapshot.id, snapshot.data() ?? {});
  return {
    ...read,
    counts: counts as VersionCounts | null,
    parameters: toParameters(parameters),
    moment: snapshot.createTime,
  };
}

/** Only the functions write versions; the spread keeps all their fields. */
function toParameters(fields: Fields): VersionParameters {
  return {
    ...(fields as unknown as VersionParameters),
    type: DATASET_TYPES.find((each) => each === fields.type) ?? 'MULTICLASS',
    tagmap: map(fields.tagmap) as VersionParameters['tagmap'],
    filter: map(fields.filter),
    tags: list(fields.tags) as VersionParameters['tags'],
  };
}
