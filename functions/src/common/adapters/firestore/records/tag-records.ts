import { FieldValue, Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import type { NewTag } from '../../../records/record-ports.ts';
import type { Merge, TagRecords } from '../../../records/tag-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, changeDocument } from '../change-document.ts';
import { partCounts } from '../counters/counter-parts.ts';
import { commit, countOf, readDocument, readQuery } from '../documents.ts';
import { count, type Fields, map, millis, text } from '../fields.ts';
import { imagesOfTag, moveImages, trashOfTag } from '../images/retag-images.ts';
import { counterCollection, datasetRef, mergeRef, tagRef } from '../references.ts';
import { isDeleted, tagFields } from './datasets.ts';
import { newTagFields } from './new-tag.ts';

/** Maximum number of tags in a dataset. */
const MOST_TAGS = 400;
/**
 * Milliseconds after which a request that started before a merge has certainly ended: the longest, an import, runs for an hour.
 */
const STRAGGLING = 3_900_000;
/**
 * Milliseconds until the images of a merge are looked for again, at least; the longer ago it began, the longer. For four seconds,
 * frames may still get the merged tag from memory.
 */
const SOON = 5_000;
/**
 * Open merges of a dataset, which everything that reads its images reads too, and closed ones, which say what cameras mean that
 * still name a merged tag. A commit takes 500 writes, and all of them may have been merged into the same tag.
 */
const MOST_OPEN = 200;
const MOST_CLOSED = 250;
/** Merges that one call returns. */
const DUE = 500;

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
      // The tag that it was merged into may have been merged since.
      if (snapshot.get('asked') !== (into ?? null)) return 'other';
      if (into === null && snapshot.get('kept') !== undefined)
        batch.update(snapshot.ref, { kept: FieldValue.delete() }, condition);
      return 'begun';
    });
    if (known !== null) return known === 'begun' ? 'begun' : null;
    return changeTags(dataset, async (tags, batch) => {
      const kept = tags.get(id);
      if (!kept) return null;
      if (typeof into === 'string' && (into === id || !tags.has(into))) return 'into missing';
      const merges = datasetRef(dataset).collection('merge');
      if ((await countOf(merges.orderBy('due'))) >= MOST_OPEN) return 'too many';
      batch.delete(tagRef(dataset, id));
      // Whatever was merged into this tag is now merged into the next, so that nobody has to follow a chain.
      const earlier = typeof into === 'string' ? await readQuery(merges.where('into', '==', id)) : null;
      for (const { ref } of earlier?.docs ?? []) batch.update(ref, { into });
      const now = FieldValue.serverTimestamp();
      const merge = { into: into ?? null, asked: into ?? null, at: now, due: now };
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
    if (deleted.get('kept') === undefined) return moveImages(merge);
    if (!(await tagRecords.isUsed(merge))) return 0;
    await restoreTag(merge);
    return 'in use';
  },

  async isUsed({ dataset, tag }) {
    const some = [imagesOfTag(dataset, tag), trashOfTag(dataset, tag)].map((query) =>
      readQuery(query.limit(1).select()),
    );
    return (await Promise.all(some)).some(({ empty }) => !empty);
  },

  async jobOf({ dataset, tag }) {
    return count((await readDocument(mergeRef(dataset, tag))).get('job')) || null;
  },

  beginMoving: (batch, { dataset, tag }, job) => void batch.update(mergeRef(dataset, tag), { job }),

  async dueMerges(now) {
    const query = firestore()
      .collectionGroup('merge')
      .where('due', '<=', Timestamp.fromMillis(now))
      .limit(DUE);
    return (await readQuery(query.select())).docs.map(({ id, ref }) => ({
      dataset: ref.parent.parent?.id ?? '',
      tag: id,
    }));
  },

  async postpone({ dataset, tag }, until) {
    await changeDocument(mergeRef(dataset, tag), ({ snapshot, batch, condition }) => {
      batch.update(snapshot.ref, { due: Timestamp.fromMillis(until) }, condition);
    });
  },

  async closeMerge({ dataset, tag }, now) {
    const closed = await changeDocument(mergeRef(dataset, tag), ({ snapshot, batch, condition }) => {
      const age = now - millis(snapshot.get('at'));
      const next = now + Math.min(Math.max(SOON, age), STRAGGLING - age);
      const isNowhere = snapshot.get('into') === null;
      if (age < STRAGGLING) batch.update(snapshot.ref, { due: Timestamp.fromMillis(next) }, condition);
      // Frames that name a merged tag always get the other one, so the record stays; that of a deleted tag is
      // removed.
      else if (isNowhere) batch.delete(snapshot.ref, condition);
      else {
        const closedAt = Timestamp.fromMillis(now);
        batch.update(snapshot.ref, { due: FieldValue.delete(), closedAt }, condition);
      }
      return age < STRAGGLING ? 'later' : isNowhere ? 'nowhere' : 'elsewhere';
    });
    if (closed === 'nowhere') await endAliases(dataset, tag);
    if (closed === 'elsewhere') await forgetOldest(dataset);
  },
};

/** What was merged into a tag that is deleted means nothing any more. */
async function endAliases(dataset: string, tag: string): Promise<void> {
  const { docs } = await readQuery(datasetRef(dataset).collection('merge').where('into', '==', tag));
  const batch = firestore().batch();
  for (const each of docs)
    if (each.get('due') === undefined) batch.delete(each.ref);
    else batch.update(each.ref, { into: null });
  if (docs.length > 0) await commit(batch);
}

async function forgetOldest(dataset: string): Promise<void> {
  const closed = datasetRef(dataset).collection('merge').orderBy('closedAt');
  const tooMany = (await countOf(closed)) - MOST_CLOSED;
  if (tooMany <= 0) return;
  const { docs } = await readQuery(closed.limit(tooMany).select());
  const batch = firestore().batch();
  for (const { ref } of docs.slice(0, MOST_CLOSED)) batch.delete(ref);
  await commit(batch);
}

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
  bad: fields.bad === true,
});

const hasName = (tags: ReadonlyMap<string, Fields>, name: string, besides = ''): boolean =>
  [...tags].some(([id, fields]) => id !== besides && text(fields.name, id) === name);
