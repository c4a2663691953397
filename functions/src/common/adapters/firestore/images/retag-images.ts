/** Replaces or removes a tag of images, page by page; counters change in the same commits. */
import {
  FieldValue,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { addCounts, changeOf, noCounts } from '../../../counters/counter-change.ts';
import { containedTags, isLabelled } from '../../../images/list-fields.ts';
import { renameTags } from '../../../records/rename-tags.ts';
import type { Merge } from '../../../records/tag-ports.ts';
import { firestore } from '../../firebase.ts';
import { type AsRead, asRead, changeDocument, isCommitted, isTooLarge } from '../change-document.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { readQuery } from '../documents.ts';
import { mergedInto } from '../records/merged-tags.ts';
import { datasetRef, imageCollection, spellings, tagRef } from '../references.ts';
import { annotationFields, FIELDS, toImageRecord } from './image-document.ts';

/** Records per commit. */
const PAGE = 100;

export const imagesOfTag = (dataset: string, tag: string): Query => withTag(imageCollection(), dataset, tag);

/** Images in the trash, which are restored with the tags that they have there. */
export const trashOfTag = (dataset: string, tag: string): Query =>
  withTag(datasetRef(dataset).collection('trash'), dataset, tag);

// A tag's path names its dataset.
const withTag = (records: Query, dataset: string, tag: string): Query =>
  records.where('tagsContained', 'array-contains-any', [...spellings(tagRef(dataset, tag))]);

/** @returns how many images were changed; 0 if none is left */
export async function moveImages({ dataset, tag }: Merge): Promise<number> {
  const into = await mergedInto(dataset, tag);
  if (into === undefined) return 0;
  const move = { dataset, tag, into };
  const [images, trash] = await Promise.all(
    [imagesOfTag(dataset, tag), trashOfTag(dataset, tag)].map((query) =>
      readQuery(query.limit(PAGE).select(...FIELDS)),
    ),
  );
  await movePage(images as QuerySnapshot, move, true);
  await movePage(trash as QuerySnapshot, move, false);
  return Number(images?.size) + Number(trash?.size);
}

interface Move extends Merge {
  into: string | null;
}

/** All in one commit; if one of the images has changed meanwhile, or they are too large together, each is written alone. */
async function movePage({ docs }: QuerySnapshot, move: Move, isCounted: boolean): Promise<void> {
  if (docs.length === 0) return;
  const batch = firestore().batch();
  const counts = noCounts();
  for (const each of docs) {
    const { before, after } = retag({ snapshot: each, batch, condition: asRead(each) }, move);
    if (before.dataset === move.dataset) addCounts(counts, changeOf(before, after));
  }
  if (isCounted) writeCounts(batch, move.dataset, counts);
  if (await isTogether(batch)) return;
  for (const each of docs) await moveAlone(each, move, isCounted);
}

async function isTogether(batch: WriteBatch): Promise<boolean> {
  try {
    return await isCommitted(batch);
  } catch (error) {
    if (isTooLarge(error)) return false;
    throw error;
  }
}

async function moveAlone({ ref }: QueryDocumentSnapshot, move: Move, isCounted: boolean): Promise<void> {
  await changeDocument(ref, (read) => {
    const { before, after } = retag(read, move);
    if (isCounted && before.dataset === move.dataset)
      writeCounts(read.batch, move.dataset, changeOf(before, after));
  });
}

function retag({ snapshot, batch, condition }: AsRead, move: Move) {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  const renamed = renameTags(before, new Map([[move.tag, move.into]]));
  const tagsContained = containedTags(renamed.tag, renamed.tags, renamed.masks);
  const after = { ...renamed, tagsContained, revision: before.revision + 1 };
  const { dataset, tag, masks } = after;
  batch.update(
    snapshot.ref,
    {
      tag: tag === null ? null : tagRef(dataset, tag),
      ...annotationFields(dataset, after.tags, after.tagsContained),
      masks: masks.map((mask) => ({ ...mask, tag: tagRef(dataset, mask.tag) })),
      labelled: isLabelled(after),
      checked: after.checked,
      revision: after.revision,
      updatedAt: FieldValue.serverTimestamp(),
    },
    condition,
  );
  return { before, after };
}
