import { type DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';
import { type Embedder, SET_TYPES } from '../../../../../../packages/records/src/lists.ts';
import { peopleOf } from '../../../members/people.ts';
import type { DatasetRecords, DeletedDataset, NewDataset } from '../../../records/record-ports.ts';
import { firestore } from '../../firebase.ts';
import { changeOwned } from '../change-owned.ts';
import { readDocument, readQuery } from '../documents.ts';
import { type Fields, list, map, millis } from '../fields.ts';
import { endHooks } from '../hooks/hooks.ts';
import { revokeDatasetKeys } from '../people/key-records.ts';
import { datasetRef, imageCollection, spellings, tagRef } from '../references.ts';
import { createRecord } from './create-record.ts';
import { isDeleted, toDataset } from './datasets.ts';
import { newTagFields } from './new-tag.ts';
import { purge } from './purge-dataset.ts';
import { readPage, roleField } from './record-lists.ts';
import { isRecord } from './used-ids.ts';

/** Fields for the list of datasets: those that the console shows. */
const LISTED = ['name', 'type', 'owner', 'imageCounter', 'suggest', 'detector', 'retention', 'deleted'];
/** Datasets that are read at once, with their tags, of which each may have hundreds of kB, and without. */
const STEP = { withTags: 25, without: 250 };
/** Tags of a page. */
const MOST_LISTED_TAGS = 10_000;
/** Datasets per call that are to be purged. */
const DUE = 200;

export const datasetRecords: DatasetRecords = {
  create(dataset) {
    const batch = firestore().batch();
    for (const [order, tag] of dataset.tags.entries())
      batch.create(tagRef(dataset.id, tag.id), { ...newTagFields(tag), order });
    return createRecord(batch, datasetRef(dataset.id), newFields(dataset), dataset.request);
  },

  async list({ uid, all }, { tags, ...page }) {
    const datasets = firestore().collection('dataset');
    const own = [datasets.where('people', 'array-contains', uid), datasets.where('deleted.owner', '==', uid)];
    const { docs, next } = await readPage(all ? [datasets] : own, {
      ...page,
      fields: [...LISTED, ...roleField(uid), ...(tags ? ['tags'] : [])],
      step: tags ? STEP.withTags : STEP.without,
      weigh: (dataset) => list(dataset.get('tags')).length,
      mostWeight: MOST_LISTED_TAGS,
    });
    const records = docs.map((dataset) => {
      const fields = dataset.data();
      return { ...toDataset(dataset.id, fields), until: isDeleted(fields) ? untilOf(fields) : null };
    });
    return { records, next };
  },

  async findDeleted(id) {
    const snapshot = await readDocument(datasetRef(id));
    const fields = snapshot.data() ?? {};
    return isRecord(snapshot) && isDeleted(fields) ? toDeleted(id, fields) : null;
  },

  async change(id, { type, suggest, detector, retention, ...settings }, permit) {
    if (type !== undefined && (await hasImages(id))) return isGone(id);
    return changeOwned(datasetRef(id), permit, ({ snapshot, write }) => {
      const fields = {
        ...given(settings),
        ...(type && { type }),
        ...suggestChange(suggest),
        ...retentionChange(retention),
        ...(detector !== undefined && { detector: detector === 'off' ? FieldValue.delete() : detector }),
      };
      // Firestore rejects an empty update.
      if (Object.keys(fields).length > 0) write().update(snapshot.ref, fields);
      return true;
    });
  },

  async delete(id, { confirm, at, until }, permit) {
    return changeOwned(
      datasetRef(id),
      permit,
      async ({ snapshot, fields, write }): Promise<DeletedDataset | false> => {
        const before = toDeleted(id, fields);
        if (before.name !== confirm) return false;
        if (isDeleted(fields)) return before;
        await revokeDatasetKeys(id, write());
        await endHooks({ kind: 'dataset', id }, write());
        const [atTime, untilTime] = [Timestamp.fromMillis(at), Timestamp.fromMillis(until)];
        // `owner` for the list of those who may restore it. It is in no other list from now on, nor offered to anybody.
        const deleted = { at: atTime, by: permit.by, until: untilTime, owner: before.owner };
        write().update(snapshot.ref, { deleted, people: [], offer: FieldValue.delete() });
        return { ...before, until };
      },
      { deletedToo: true },
    );
  },

  async restore(id, now, permit) {
    const restored = await changeOwned(
      datasetRef(id),
      permit,
      ({ snapshot, fields, record, write }) => {
        if (!isDeleted(fields)) return true;
        if (map(fields.deleted).purging === true || untilOf(fields) <= now) return false;
        write().update(snapshot.ref, { deleted: FieldValue.delete(), people: peopleOf(record) });
        return true;
      },
      { deletedToo: true },
    );
    return restored === true;
  },

  async retaining() {
    const query = firestore().collection('dataset').where('retention.unlabelled', '>', 0);
    const { docs } = await readQuery(query.select('name', 'owner', 'retention', 'deleted'));
    return docs.filter((each) => !isDeleted(each.data())).map((each) => toDataset(each.id, each.data()));
  },

  async due(now) {
    const query = firestore()
      .collection('dataset')
      .where('deleted.until', '<=', Timestamp.fromMillis(now))
      .select()
      .limit(DUE);
    return (await readQuery(query)).docs.map(({ id }) => id);
  },

  ...purge,
};

/** Firestore refuses fields without a value. */
const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What it does not name stays. */
const retentionChange = (retention: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(given(retention)).map(([name, days]) => [
      `retention.${name}`,
      days ?? FieldValue.delete(),
    ]),
  );

/** Without suggestions nothing says what their vectors were. */
function suggestChange(suggest: Embedder | undefined): Fields {
  if (suggest !== 'off') return suggest === undefined ? {} : { suggest };
  return { suggest: FieldValue.delete(), vectors: FieldValue.delete() };
}

const untilOf = (fields: Fields): number => millis(map(fields.deleted).until);

function toDeleted(id: string, fields: Fields): DeletedDataset {
  const { owner, members, name } = toDataset(id, fields);
  return { id, name, owner, members, until: untilOf(fields) };
}

/** Includes images in the trash, which may be restored. */
async function hasImages(id: string): Promise<boolean> {
  const own = imageCollection().where('dataset', 'in', [...spellings(datasetRef(id))]);
  const any = [own, datasetRef(id).collection('trash')].map((query) => readQuery(query.limit(1).select()));
  return (await Promise.all(any)).some(({ size }) => size > 0);
}

async function isGone(id: string): Promise<false | null> {
  const snapshot: DocumentSnapshot = await readDocument(datasetRef(id));
  return snapshot.exists && !isDeleted(snapshot.data() ?? {}) ? false : null;
}

/** Spec 2.1, and the counters that readers expect. */
function newFields({ id: _, name, type, owner, tags }: NewDataset): Fields {
  return {
    name,
    type,
    tags: tags.map(newTagFields),
    imageCounter: 0,
    unlabelledCounter: 0,
    sets: Object.fromEntries(SET_TYPES.map((set) => [set, 0])),
    monitors: {},
    createdAt: FieldValue.serverTimestamp(),
    owner,
    members: {},
    people: peopleOf({ owner, members: {} }),
  };
}
