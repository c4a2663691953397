import { FieldValue, type QuerySnapshot, type Timestamp } from 'firebase-admin/firestore';
import { batching } from '../../batching.ts';
import type { Counters } from '../../ports.ts';
import { within } from '../../within.ts';
import { firestore } from '../firebase.ts';
import { incrementFields, isBase, minuteOf, partCounts } from './counter-parts.ts';
import { FIRESTORE_DEADLINE, readDocument } from './documents.ts';
import { countAnew } from './recount.ts';
import { counterCollection, datasetRef } from './references.ts';
import { showCounters } from './show-counters.ts';

/** Milliseconds after which a part is taken to be left behind by its process. */
const RESTING = 600_000;

export const counters: Counters = {
  async publish(dataset) {
    await publish(dataset, await showCounters(dataset, { withList: false, inTurn: false }));
  },

  async publishInTurn(dataset) {
    const parts = await showCounters(dataset, { withList: false, inTurn: true });
    if (parts === 'shown by others') return false;
    await publish(dataset, parts);
    return true;
  },

  async recount(dataset) {
    // Calls that come while one is under way share the next: each counts what stood when it came.
    const join = recounts.get(dataset) ?? batching(recountTogether, Number.POSITIVE_INFINITY);
    recounts.set(dataset, join);
    await join(dataset);
  },

  async movedSince(since) {
    const moved = await firestore()
      .collectionGroup('counter')
      .where('at', '>=', minuteOf(since))
      .select()
      .get();
    return [...new Set(moved.docs.map(({ ref }) => ref.parent.parent?.id ?? ''))].filter((id) => id !== '');
  },
};

/** By dataset. */
const recounts = new Map<string, (dataset: string) => Promise<unknown>>();

async function recountTogether(calls: string[]): Promise<string[]> {
  const dataset = calls[0] as string;
  if ((await readDocument(datasetRef(dataset))).exists) {
    await countAnew(dataset);
    await showCounters(dataset, { withList: true, inTurn: false });
  }
  return calls;
}

async function publish(dataset: string, parts: Awaited<ReturnType<typeof showCounters>>): Promise<void> {
  if (parts === null || parts === 'shown by others') return;
  if (parts.docs.some(isBase)) await fold(dataset, parts);
  else await counters.recount(dataset);
}

/** Adds parts that rest to `base` and removes them, one transaction for each, so that the sum never changes. */
async function fold(dataset: string, parts: QuerySnapshot): Promise<void> {
  const before = Date.now() - RESTING;
  const resting = parts.docs.filter((part) => !isBase(part) && part.updateTime.toMillis() < before);
  for (const { ref } of resting.slice(0, 20)) {
    const folding = firestore().runTransaction(async (transaction) => {
      const part = await transaction.get(ref);
      if (!part.exists || (part.updateTime as Timestamp).toMillis() >= before) return;
      const base = incrementFields(partCounts(part));
      transaction.set(
        counterCollection(dataset).doc('base'),
        { ...base, at: FieldValue.delete() },
        { merge: true },
      );
      transaction.delete(ref);
    });
    await within(FIRESTORE_DEADLINE, 'firestore commit', folding);
  }
}
