import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type NewRun,
  RUN_SOURCES,
  RUN_STATES,
  type Run,
  type RunCounts,
  type Runs,
} from '../../../runs/run-ports.ts';
import { changeDocument } from '../change-document.ts';
import { inTime, readDocument, readFresh, readQuery, transact } from '../documents.ts';
import { count, type Fields, millis, text } from '../fields.ts';
import { predictionCollection, runCollection, runRef } from '../references.ts';
import { deletePage } from './purge-dataset.ts';

export const runs: Runs = {
  async create(dataset, run, request) {
    const reference = await transact((transaction) => createNext(transaction, dataset, run, request));
    return toRun(await readFresh(reference));
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

  async retire(dataset, number) {
    const retired = await changeDocument(runRef(dataset, number), ({ snapshot, batch, condition }) => {
      batch.update(snapshot.ref, { state: 'failed', reason: 'it is being deleted' }, condition);
      return true;
    });
    return retired === true;
  },

  removePredictions: (dataset, number) => deletePage(predictionCollection(dataset, number)),

  async remove(dataset, number) {
    await inTime('write', runRef(dataset, number).delete());
  },
};

const newestFirst = (dataset: string): Query => runCollection(dataset).orderBy('number', 'desc');

/** Beside the runs: the number that was given last. No number is given twice, also if its run was deleted. */
const LAST = 'last';

async function createNext(
  transaction: Transaction,
  dataset: string,
  run: NewRun,
  request: string | null,
): Promise<DocumentReference> {
  if (request !== null) {
    const same = await transaction.get(runCollection(dataset).where('request', '==', request).limit(1));
    if (same.docs[0]) return same.docs[0].ref;
  }
  const last = await transaction.get(runCollection(dataset).doc(LAST));
  const number = count(last.get('given')) + 1;
  const reference = runRef(dataset, number);
  transaction.set(last.ref, { given: number });
  transaction.create(reference, {
    ...{ number, ...run, state: run.source === 'live' ? 'open' : 'building', hash: '' },
    createdAt: FieldValue.serverTimestamp(),
    ...(request !== null && { request }),
  });
  return reference;
}

function toRun(snapshot: DocumentSnapshot): Run {
  const fields: Fields = snapshot.data() ?? {};
  const isReady = fields.state === 'ready';
  return {
    number: count(fields.number),
    name: text(fields.name),
    model: text(fields.model),
    source: RUN_SOURCES.find((each) => each === fields.source) ?? 'upload',
    trainedOn: typeof fields.trainedOn === 'number' ? fields.trainedOn : null,
    state: RUN_STATES.find((each) => each === fields.state) ?? 'failed',
    hash: isReady ? text(fields.hash) : '',
    counts: isReady ? (fields.counts as RunCounts) : null,
    by: text(fields.by),
    createdAt: millis(fields.createdAt),
    reason: text(fields.reason),
  };
}
