import { useEffect, useRef } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { publishImageNews } from '../../../data/images/image-bus.ts';
import { readImages } from '../../../data/images/read-images.ts';
import { outbox } from '../../../data/outbox/current.ts';
import { newerOf } from './newer.ts';

/** Milliseconds after a change, in which the other counters follow, and at least between two reads. */
const SOON = 300;
const PACE = 2_000;

/**
 * Reads the images in view again when the counters change: somebody else may have changed them.
 * @param counted the counters as text; null until they are known
 */
export function useFresh(
  dataset: string,
  counted: string | null,
  inView: () => readonly ListedImage[],
): void {
  const known = useRef<string | null>(null);
  const readAt = useRef(0);
  const latest = useRef(inView);
  latest.current = inView;
  useEffect(() => {
    const before = known.current;
    known.current = counted;
    if (before === null || counted === null || before === counted) return;
    const read = async () => {
      readAt.current = Date.now();
      // What this person has decided is shown already.
      const shown = latest.current().filter(({ id }) => !outbox().holds(id));
      const news = newerOf(shown, await readImages(shown.map(({ id }) => id)));
      if (news.size > 0) publishImageNews(dataset, news);
    };
    const timer = setTimeout(
      () => void read().catch(() => {}),
      Math.max(SOON, readAt.current + PACE - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [dataset, counted]);
}
