import { FieldValue, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import type { NewTag } from '../../record-ports.ts';
import type { Merge, TagRecords } from '../../tag-ports.ts';
import { firestore } from '../firebase.ts';
import { asRead, changeDocument } from './change-document.ts';
import { partCounts } from './counter-parts.ts';
import { isDeleted, tagFields } from './datasets.ts';
import { countOf, readDocument, readQuery } from './documents.ts';
import { type Fields, map, millis, text } from './fields.ts';
import { newTagFields } from './new-tag.ts';
import { counterCollection, datasetRef, mergeRef, tagRef } from './references.ts';
import { imagesOfTag, moveImages, trashOfTag } from './retag-images.ts';

/** Maximum number of tags in a dataset. */
const MOST_TAGS = 400;
/** Milliseconds after which a request that started before a merge has certainly ended. */
const STRAGGLING = 600_000;

export const tagRecords: TagRecords = {
  create(dataset, { request, order, ...tag }) {
    return changeTags(dataset, (tags, batch) => {
      const existing = tags.get(tag.id);
      if (existing) return request !== null && existing.request === request ? 'known' : 'name taken';
      if (hasName(tags, tag.name)) return 'name taken';
      if (tags.size >= MOST_TAGS) return 'too many';
      const fields = { ...newTagFields(tag), order: order ?? tags.size };
      batch.create(tagRef(dataset, tag.id), { ...fields, ...(request !== null && { request }) });
      tags.set(tag.id, fields);
      return 'made';
    });
  },

  change(dataset, id, changes) {
    return changeTags(dataset, (tags, batch) => {
      const before = tags.get(id);
      if (!before) return null;
      const fields = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      if (changes.name !== undefined && hasName(tags, changes.name, id)) return 'name taken';
      // A tag that is only in the list becomes a document.
      batch.set(
        tagRef(dataset, id),
        { ...newTagFields(asNew(id, before)), ...before, ...fields },
        { merge: true },
      );
      tags.set(id, { ...before, ...fields });
      return 'changed';
    });
  },

  async uses(dataset, tag) {
    const [images, trashed, parts] = await Promise.all([
      countOf(imagesOfTag(dataset, tag)),
      countOf(trashOfTag(dataset, tag)),
      readQuery(counterCollection(dataset)),
    ]);
    const annotations = parts.docs.reduce(
      (sum, part) => sum + (partCounts(part).tag[tag]?.annotations ?? 0),
      0,
    );
    return { images, trashed, annotations };
  },

  async beginMerge(dataset, id, into) {
    const known = await changeDocument(mergeRef(dataset, id), ({ snapshot, batch, condition }) => {
      if (snapshot.get('into') !== (into ?? null)) return 'other';
      if (into === null && snapshot.get('kept') !== undefined)
        batch.update(snapshot.ref, { kept: FieldValue.delete() }, condition);
      return 'begun';
    });
    if (known !== null) return known === 'begun' ? 'begun' : null;
    return changeTags(dataset, (tags, batch) => {
      const kept = tags.get(id);
      if (!kept) return null;
      if (typeof into === 'string' && (into === id || !tags.has(into))) return 'into missing';
      batch.delete(tagRef(dataset, id));
      const merge = { into: into ?? null, at: FieldValue.serverTimestamp(), open: true };
      batch.set(mergeRef(dataset, id), { ...merge, ...(into === undefined && { kept }) });
      tags.delete(id);
      return 'begun';
    });
  },

  async moveImages(merge) {
    const { dataset, tag } = merge;
    const deleted = await readDocument(mergeRef(dataset, tag));
    // Another call has put the tag back.
    if (!deleted.exists && (await readDocument(tagRef(dataset, tag))).exists) return 'in use';
    if (deleted.get('kept') === undefined) return (await moveImages(merge)) ? 'moved' : 'done';
    const used = await Promise.all(
      [imagesOfTag(dataset, tag), trashOfTag(dataset, tag)].map((query) =>
        readQuery(query.limit(1).select()),
      ),
    );
    if (used.every(({ empty }) => empty)) return 'done';
    await restoreTag(merge);
    return 'in use';
  },

  async openMerges() {
    const { docs } = await readQuery(firestore().collectionGroup('merge').where('open', '==', true));
    return docs.map(({ id, ref }) => ({ dataset: ref.parent.parent?.id ?? '', tag: id }));
  },

  async closeMerge({ dataset, tag }, now) {
    await changeDocument(mergeRef(dataset, tag), ({ snapshot, batch, condition }) => {
      if (now - millis(snapshot.get('at')) < STRAGGLING) return;
      // Frames that name a merged tag always get the other one, so the record stays; that of a deleted tag is
      // removed.
      if (snapshot.get('into') === null) batch.delete(snapshot.ref, condition);
      else
        batch.update(
          snapshot.ref,
          { open: FieldValue.delete(), closedAt: Timestamp.fromMillis(now) },
          condition,
        );
    });
  },
};

/** Undoes the deletion of a tag. If another tag has taken its name meanwhile, it gets a number. */
const restoreTag = ({ dataset, tag }: Merge) =>
  changeTags(dataset, async (tags, batch) => {
    const deleted = await readDocument(mergeRef(dataset, tag));
    const kept = deleted.get('kept');
    if (kept === undefined) return;
    batch.delete(deleted.ref, asRead(deleted));
    if (tags.has(tag)) return;
    const fields = { ...map(kept), name: freeName(tags, text(map(kept).name, tag)) };
    batch.set(tagRef(dataset, tag), fields);
    tags.set(tag, fields);
  });

function freeName(tags: ReadonlyMap<string, Fields>, name: string): string {
  let free = name;
  for (let next = 2; hasName(tags, free); next += 1) free = `${name} (${next})`;
  return free;
}

/**
 * Changes the tags of a dataset and its list of them in one commit. Of several simultaneous changes, each sees the result
 * of the one before: two tags never get the same name.
 * @param change receives the tags in the order of the list, then the others; the list follows what it sets and deletes
 */
function changeTags<T>(
  dataset: string,
  change: (tags: Map<string, Fields>, batch: WriteBatch) => T | Promise<T>,
): Promise<T | null> {
  return changeDocument(datasetRef(dataset), async ({ snapshot, batch, condition }): Promise<T | null> => {
    if (isDeleted(snapshot.data() ?? {})) return null;
    const before = tagFields(snapshot, await readQuery(snapshot.ref.collection('tag')));
    const tags = new Map(before);
    const result = await change(tags, batch);
    const isSame = tags.size === before.size && [...tags].every(([id, fields]) => before.get(id) === fields);
    if (!isSame)
      batch.update(snapshot.ref, { tags: [...tags].map(([id, fields]) => listed(id, fields)) }, condition);
    return result;
  });
}

/** A tag in the dataset's list, as readers expect it (Spec 2.2), without fields that only the document has. */
function listed(id: string, { request: _, key: __, order: ___, ...fields }: Fields): Fields {
  return { ...fields, id };
}

const asNew = (id: string, fields: Fields): NewTag => ({
  id,
  name: text(fields.name, id),
  color: text(fields.color),
  key: text(fields.key),
  unclassified: fields.unclassified === true,
});

const hasName = (tags: ReadonlyMap<string, Fields>, name: string, besides = ''): boolean =>
  [...tags].some(([id, fields]) => id !== besides && text(fields.name, id) === name);
