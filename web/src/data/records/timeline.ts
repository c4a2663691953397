import { usePerson } from '../account.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveQuery } from '../live/query.ts';
import { count, text } from '../live/snapshot.ts';

/** A group of images in the timeline: those of one session, or those of one day that belong to no session. */
export interface TimelineGroup {
  id: string;
  /** `''` for images without a session. */
  session: string;
  monitor: string;
  imageCounter: number;
  /** Unix milliseconds of the earliest and the latest image. */
  first: number;
  last: number;
}

/** The newest groups, newest first. Their counters are enough to lay out the grid before any image is loaded. */
export function useTimeline(dataset: string, limit: number): Live<TimelineGroup[]> {
  const person = usePerson();
  return useLive(
    person ? `timeline ${dataset} ${person.uid} ${limit}` : null,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/timeline`),
          sdk.orderBy('last', 'desc'),
          sdk.limit(limit),
        ),
      (document) => ({
        id: document.id,
        session: text(document.get('session')),
        monitor: text(document.get('monitor')),
        imageCounter: count(document.get('imageCounter')),
        first: count(document.get('first')),
        last: count(document.get('last')),
      }),
    ),
  );
}
