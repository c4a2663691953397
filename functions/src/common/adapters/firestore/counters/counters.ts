import { FieldValue, type QuerySnapshot, type Timestamp } from 'firebase-admin/firestore';
import { batching } from '../../../concurrency/batching.ts';
import type { Counters } from '../../../ports.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, transact } from '../documents.ts';
import { isRecord } from '../records/used-ids.ts';
import { counterCollection, datasetRef } from '../references.ts';
import {
  incrementFields,
  isBase,
  isCounted,
  isReserved,
  minuteOf,
  movedGroups,
  partCounts,
} from './counter-parts.ts';
import { recount } from './recount.ts';
import { showCounters, showInTurn } from './show-counters.ts';
import { closeAbandoned, untilCounted } from './tallies.ts';
import { showTimeline, showTimelineInTurn } from './timeline.ts';

/** Milliseconds after which a part is considered abandoned by its process. */
const RESTING = 600_000;
/** Milliseconds after which a process looks again if another one was faster. */
const AGAIN = 1_000;

export const counters: Counters = {
  async publish(dataset) {
    const parts = await showCounters(dataset, false);
    if (parts === null) return;
    await publish(dataset, parts);
    await showTimeline(dataset, parts);
  },

  async publishInTurn(dataset) {
    const parts = await showInTurn(dataset);
    if (parts === 'later') return AGAIN;
    if (parts === null) return 0;
    await publish(dataset, parts);
    const waits = [await showTimelineInTurn(dataset, parts), untilCounted(parts)];
    const next = waits.filter((wait) => wait > 0);
    return next.length > 0 ? Math.min(...next) : 0;
  },

  async recount(dataset) {
    // Calls that arrive during a count share the next one, which sees everything that was there when they arrived.
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
  if (isRecord(await readDocument(datasetRef(dataset)))) {
    await recount(dataset);
    const parts = await showCounters(dataset, true);
    if (parts !== null) await showTimeline(dataset, parts);
  }
  return calls;
}

async function publish(dataset: string, parts: QuerySnapshot): Promise<void> {
  if (isCounted(parts) && !(await closeAbandoned(parts))) await fold(dataset, parts);
  else await counters.recount(dataset);
}

/** Adds idle parts to `base` and removes them, one transaction each, so that the sum never changes. */
async function fold(dataset: string, parts: QuerySnapshot): Promise<void> {
  if (isReserved(parts)) return;
  const before = Date.now() - RESTING;
  // Changes that are not on the timeline yet stay in their part, where the timeline looks for them.
  const resting = parts.docs.filter(
    (part) =>
      !isBase(part) &&
      part.get('open') === undefined &&
      part.updateTime.toMillis() < before &&
      movedGroups(part).length === 0,
  );
  for (const { ref } of resting.slice(0, 20)) {
    await transact(async (transaction) => {
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
  }
}
