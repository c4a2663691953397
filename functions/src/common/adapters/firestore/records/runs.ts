import {
  type CollectionReference,
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  type Query,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { RunState } from '../../../../../../packages/records/src/lists.ts';
import { runRecord } from '../../../../../../packages/records/src/run.ts';
import { readRunLine } from '../../../../../../packages/records/src/run-lines.ts';
import {
  type Covers,
  type Detecting,
  isTold,
  type NewRun,
  type Run,
  type RunCounts,
  type Runs,
  type ToldLine,
} from '../../../runs/run-ports.ts';
import { firestore } from '../../firebase.ts';
import { asRead, changeDocument } from '../change-document.ts';
import { commitSome } from '../commit-some.ts';
import { getAll, inTime, readDocument, readFresh, readQuery, transact } from '../documents.ts';
import { count, type Fields, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { predictionCollection, runCollection, runRef } from '../references.ts';
import { deletePage } from './purge-dataset.ts';

export const runs: Runs = {
  async create(dataset, run, request) {
    const reference = await commitSome(1, async () => {
      // The number first: what was created before is seen by the query.
      const last = await readLast(dataset);
      const same = request === null ? null : await ofRequest(dataset, request);
      if (same) return { batch: null, result: same };
      const batch = firestore().batch();
      return { batch, result: addNext(batch, last, run, request) };
    });
    return toRun(await readFresh(reference));
  },

  async add(batch, dataset, run) {
    const last = await readLast(dataset);
    return Number(addNext(batch, last, run, null).id);
  },

  async unmake(batch, dataset, number) {
    const snapshot = await readFresh(runRef(dataset, number));
    if (snapshot.get('state') === 'building') batch.delete(snapshot.ref, asRead(snapshot));
  },

  async find(dataset, number) {
    const snapshot = await readDocument(runRef(dataset, number));
    return snapshot.exists ? toRun(snapshot) : null;
  },

  async page(dataset, { limit, after }) {
    const newest = newestFirst(dataset);
    const query = after === null ? newest : newest.startAfter(after);
    return (await readQuery(query.limit(limit))).docs.map(toRun);
  },

  predict: (dataset, number, lines) =>
    transact(async (transaction) => {
      const snapshot = await transaction.get(runRef(dataset, number));
      if (!snapshot.exists) return null;
      if (snapshot.get('state') !== 'open' || snapshot.get('source') !== 'live') return toRun(snapshot);
      tell(transaction, predictionCollection(dataset, number), lines);
      return 'kept';
    }),

  async begin(dataset, number, batch, to) {
    const run = await readFresh(runRef(dataset, Number(number)));
    const { state, detecting } = toRun(run);
    const { job = null } = to({ state, job: detecting?.job ?? null });
    batch.update(run.ref, { 'detecting.job': job }, asRead(run));
  },

  async detect(batch, dataset, number, { to, lines }) {
    const snapshot = await readFresh(runRef(dataset, number));
    if (snapshot.get('state') !== 'open') return false;
    tell(batch, predictionCollection(dataset, number), lines);
    batch.update(snapshot.ref, { detecting: to }, asRead(snapshot));
    return true;
  },

  close: (dataset, number) => settle(dataset, number, 'open', { state: 'building' }),

  async *told(dataset, number) {
    const ordered = predictionCollection(dataset, number).orderBy(FieldPath.documentId());
    let query = ordered;
    for (let limit = FIRST; ; ) {
      const { docs } = await readQuery(query.limit(limit));
      if (docs.length > 0) yield docs.map((each) => readRunLine(text(each.get('line'))));
      const last = docs.at(-1);
      if (!last || docs.length < limit) return;
      query = ordered.startAfter(last);
      limit = fitting(docs);
    }
  },

  async areTold(dataset, number, images) {
    const run = await readFresh(runRef(dataset, number));
    if (run.get('state') !== 'open') return null;
    const told = predictionCollection(dataset, number);
    const found = await getAll(
      images.map((image) => told.doc(image)),
      ['-'],
    );
    return found.flatMap((each) => (each.exists ? [each.id] : []));
  },

  finish: (dataset, number, made) =>
    settle(dataset, number, 'building', { state: 'ready', ...made }, (run, batch) => {
      const { hash, counts } = made;
      const data = { number, name: text(run.get('name')), hash, images: counts.images };
      return addMessages(
        { kind: 'dataset', id: dataset },
        { type: 'run.ready', subject: number, data },
        batch,
      );
    }),

  async retire(dataset, number) {
    const retired = await changeDocument(runRef(dataset, number), ({ snapshot, batch, condition }) => {
      batch.update(snapshot.ref, { state: 'failed', reason: 'it is being deleted' }, condition);
      return true;
    });
    return retired === true;
  },

  async setPoint(dataset, number, point) {
    await changeDocument(runRef(dataset, number), async ({ snapshot, batch, condition }) => {
      if (snapshot.exists) batch.update(snapshot.ref, { point }, condition);
    });
  },

  removePredictions: (dataset, number) => deletePage(predictionCollection(dataset, number)),

  async remove(dataset, number) {
    await inTime('write', runRef(dataset, number).delete());
  },
};

function tell(
  writes: { set(reference: DocumentReference, data: Fields): unknown },
  told: CollectionReference,
  lines: readonly ToldLine[],
): void {
  for (const { image, line } of lines) writes.set(told.doc(image), { line });
}

/** Documents of the first page, of any page, and the characters of a page: one document may have 900,000. */
const FIRST = 10;
const MOST = 300;
const PAGE = 4_000_000;

/** Documents of the next page, if they are as long as these. */
function fitting(docs: readonly DocumentSnapshot[]): number {
  const length = docs.reduce((sum, each) => sum + text(each.get('line')).length, 0);
  return Math.max(1, Math.min(MOST, 4 * docs.length, Math.floor((PAGE * docs.length) / length)));
}

/**
 * Changes a run that is in this state.
 * @param tell adds to the commit what hooks are told
 * @returns the run as it is then; null if it is gone
 */
async function settle(
  dataset: string,
  number: number,
  from: RunState,
  fields: Fields,
  tell?: (run: DocumentSnapshot, batch: WriteBatch) => Promise<void>,
): Promise<Run | null> {
  const reference = runRef(dataset, number);
  await changeDocument(reference, async ({ snapshot, batch, condition }) => {
    if (snapshot.get('state') !== from) return;
    await tell?.(snapshot, batch);
    batch.update(snapshot.ref, fields, condition);
  });
  const snapshot = await readFresh(reference);
  return snapshot.exists ? toRun(snapshot) : null;
}

const newestFirst = (dataset: string): Query => runCollection(dataset).orderBy('number', 'desc');

/** Beside the runs: the number that was given last. No number is given twice, also if its run was deleted. */
const LAST = 'last';

const readLast = (dataset: string): Promise<DocumentSnapshot> => readFresh(runCollection(dataset).doc(LAST));
const numberAfter = (last: DocumentSnapshot): number => count(last.get('given')) + 1;

/** The number that the next run of a dataset gets. */
export const nextRun = async (dataset: string): Promise<number> => numberAfter(await readLast(dataset));

async function ofRequest(dataset: string, request: string): Promise<DocumentReference | null> {
  const { docs } = await readQuery(runCollection(dataset).where('request', '==', request).limit(1));
  return docs[0]?.ref ?? null;
}

/** On the condition that no other run has got the number. */
function addNext(
  batch: WriteBatch,
  last: DocumentSnapshot,
  run: NewRun,
  request: string | null,
): DocumentReference {
  const number = numberAfter(last);
  if (last.exists) batch.update(last.ref, { given: number }, asRead(last));
  else batch.create(last.ref, { given: number });
  const reference = last.ref.parent.doc(String(number));
  batch.create(reference, {
    ...{ number, ...run, state: isTold(run) ? 'open' : 'building', hash: '' },
    createdAt: FieldValue.serverTimestamp(),
    ...(request !== null && { request }),
  });
  return reference;
}

function toRun(snapshot: DocumentSnapshot): Run {
  const fields: Fields = snapshot.data() ?? {};
  const { hash, counts, ...read } = runRecord.read(snapshot.id, fields);
  return {
    ...read,
    hash: read.state === 'ready' ? hash : '',
    counts: counts as RunCounts | null,
    ...(fields.covers !== undefined && { covers: fields.covers as Covers }),
    ...(fields.point !== undefined && { point: fields.point as NonNullable<Run['point']> }),
    ...(fields.detecting !== undefined && { detecting: fields.detecting as Detecting }),
  };
}
