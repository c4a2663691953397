/** Changes of many images of a dataset in one commit, with counters, trash and outcomes (Contract 9: PATCH images). */
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { imageRecord } from '../../../../../../packages/records/src/image.ts';
import { settingsOf } from '../../../../../../packages/records/src/record.ts';
import { addCounts, COUNTABLE, changeOf, noCounts } from '../../../counters/counter-change.ts';
import { isId } from '../../../ids.ts';
import type {
  ChangesPart,
  ImageChange,
  ImageChanges,
  Judgement,
  MovedImage,
} from '../../../images/curate-ports.ts';
import type { ImageRecord } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { asRead } from '../change-document.ts';
import { commitSome } from '../commit-some.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { takenBy } from '../counters/tallies.ts';
import { getAll } from '../documents.ts';
import { noteMoved } from '../records/tombstones.ts';
import { imageRef, trashRef } from '../references.ts';
import { claimName, keepStep, keptStep, REQUEST_FIELDS, requestRef } from '../request-records.ts';
import { changedFields, toImageRecord } from './image-document.ts';
import { trashFields } from './trash-document.ts';

/**
 * Maximum weight of a commit: each image has a server timestamp, which together with the counters stays under 500
 * transforms. A rejected image weighs two, because its thumbnail of 40 KB is copied, so that a commit stays under 10 MiB
 * (Facts: Firestore, Realtime Database, Storage).
 */
export const MOST_WEIGHT = 250;

/**
 * Fields that the decision and the counters need. Not the previous review: a map with a time makes reading hundreds of
 * records a third slower, and nothing asks for it.
 */
const JUDGED_FIELDS = [
  ...['dataset', ...COUNTABLE, 'revision', 'setBefore', 'confirmed', 'suggested', 'change'],
  ...settingsOf(imageRecord).map(([name]) => name),
];

type Target = Parameters<ImageChanges['commit']>[0];

interface Read {
  record: ImageRecord | null;
  snapshot: DocumentSnapshot | undefined;
}

export const imageChanges: ImageChanges = {
  parts(changes) {
    const parts: ChangesPart[] = [];
    for (let from = 0; from < changes.length; ) {
      const { length } = takeFirst(changes.slice(from), MOST_WEIGHT);
      parts.push({ from, length });
      from += length;
    }
    return parts;
  },

  claim: claimName,

  commit: (target, changes, judge) =>
    commitSome(MOST_WEIGHT, async (weight) => {
      const some = takeFirst(changes, weight);
      const kept = target.request && requestRef(target.dataset, target.request, target.from);
      const { reads, request } = await readAll(target.dataset, some, kept);
      const known = target.request && request && keptStep(request, target.request.body);
      if (known) return { batch: null, result: known };
      const batch = firestore().batch();
      const { step, writes } = addStep(batch, target, reads, judge);
      if (request) keepStep(batch, request, target.request?.body ?? '', step);
      return { batch: writes > 0 || kept ? batch : null, result: step };
    }),

  async add(batch, { weight, ...target }, changes, judge) {
    const { reads } = await readAll(target.dataset, takeFirst(changes, weight), null);
    return addStep(batch, target, reads, judge).step;
  },
};

type Made = Pick<Target, 'dataset' | 'maker' | 'days'>;
type Judge = Parameters<ImageChanges['commit']>[2];

function addStep(batch: WriteBatch, target: Made, reads: readonly Read[], judge: Judge) {
  const judged = reads.map(({ record }, index) => judge(record, index));
  const step = { outcomes: judged.map(({ outcome }) => outcome), moved: movedBy(reads, judged) };
  const writes = writeJudged(batch, target, reads, judged) + noteMoved(batch, target.dataset, step.moved);
  return { step, writes };
}

function takeFirst(changes: readonly ImageChange[], weight: number): ImageChange[] {
  let rest = weight;
  const end = changes.findIndex(({ decision }) => {
    rest -= decision === 'reject' ? 2 : 1;
    return rest < 0;
  });
  return changes.slice(0, end === -1 ? changes.length : Math.max(end, 1));
}

/** Reads complete records of images that are rejected, and others without their thumbnails. */
async function readAll(dataset: string, changes: readonly ImageChange[], kept: DocumentReference | null) {
  const isWhole = ({ decision }: ImageChange) => decision === 'reject';
  const refs = (some: readonly ImageChange[]) =>
    some
      .map(({ image }) => image)
      .filter(isId)
      .map(imageRef);
  const [whole, masked] = await Promise.all([
    getAll(refs(changes.filter(isWhole))),
    getAll(
      [...(kept ? [kept] : []), ...refs(changes.filter((each) => !isWhole(each)))],
      [...JUDGED_FIELDS, ...REQUEST_FIELDS],
    ),
  ]);
  const request = kept ? masked.shift() : undefined;
  const found = new Map([...whole, ...masked].map((each) => [each.id, each]));
  const reads = changes.map(({ image }): Read => {
    const snapshot = found.get(image);
    const record = snapshot?.exists ? toImageRecord(image, snapshot.data() ?? {}) : null;
    return { snapshot, record: record?.dataset === dataset ? record : null };
  });
  return { reads, request };
}

const movedBy = (reads: readonly Read[], judged: readonly Judgement[]): MovedImage[] =>
  judged.flatMap(({ isRejected }, index) => {
    const record = reads[index]?.record;
    return isRejected && record
      ? [{ image: record.id, monitor: record.monitor, session: record.session }]
      : [];
  });

/** @returns the number of images that fit */
function writeJudged(
  batch: WriteBatch,
  { dataset, ...made }: Made,
  reads: readonly Read[],
  judged: readonly Judgement[],
): number {
  const counts = noCounts();
  const rejected: DocumentSnapshot[] = [];
  let changed = 0;
  for (const [index, { after, isRejected }] of judged.entries()) {
    const { record: before, snapshot } = reads[index] as Read;
    if (!after || !before || !snapshot) continue;
    changed += 1;
    addCounts(counts, changeOf(before, isRejected ? null : after));
    const fields = changedFields(before, after);
    if (isRejected) {
      reject(batch, snapshot, fields, { dataset, ...made });
      rejected.push(snapshot);
    } else change(batch, snapshot, fields);
  }
  writeCounts(batch, dataset, counts, takenBy(rejected));
  return changed;
}

function change(batch: WriteBatch, snapshot: DocumentSnapshot, fields: Record<string, unknown>): void {
  const gone = fields.setBefore === null && { setBefore: FieldValue.delete() };
  batch.update(snapshot.ref, { ...fields, ...gone }, asRead(snapshot));
}

function reject(
  batch: WriteBatch,
  snapshot: DocumentSnapshot,
  fields: Record<string, unknown>,
  { dataset, maker, days }: Made,
): void {
  batch.delete(snapshot.ref, asRead(snapshot));
  batch.set(trashRef(dataset, snapshot.id), trashFields(snapshot.data() ?? {}, fields, maker, days));
}
