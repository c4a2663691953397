import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ImageFilter, ListedImage } from '../../../../client/src/curate/records.ts';
import { notify } from '../../app/toasts.ts';
import { forget, remember, tellFailure } from '../../app/undo-history.ts';
import { usePerson } from '../../data/account.ts';
import { Claims } from '../../data/claims.ts';
import { onImageNews } from '../../data/image-bus.ts';
import { beginJudging } from '../../data/judge.ts';
import type { Judgement } from '../../data/judgement.ts';
import { countImages, listSource } from '../../data/list-source.ts';
import { originalOf } from '../../data/originals.ts';
import { judgedAt, type Pace } from '../../data/pace.ts';
import { ReviewQueue } from '../../data/review-queue.ts';
import { useStore } from '../../data/store.ts';
import type { Step } from '../../data/undo.ts';
import type { Texts } from '../../text/en.ts';
import { useText } from '../../text/use-text.tsx';

/** Images behind the one in front whose originals are read ahead. */
const AHEAD = 3;
/** Images behind it that nobody else gets meanwhile. */
const CLAIMED = 4;
/** Milliseconds until what could not be read is asked for again. */
const AGAIN = 5_000;

/** The images to be judged, and what judges the one in front. */
export function useReview(dataset: string, filter: ImageFilter) {
  const text = useText();
  const queue = useQueue(dataset, filter);
  useClaims(dataset, queue);
  const state = useStore(queue.store);
  const total = useTotal(dataset, filter);
  useHealing(queue, state.error);
  const [pace, setPace] = useState<Pace>([]);
  const image = state.images[state.at];
  const decide = useCallback(
    (judgement: Judgement): void => {
      const { images, at } = queue.store.get();
      const front = images[at];
      if (!front) return;
      setPace((before) => judgedAt(before, Date.now()));
      void decideOn({ dataset, queue, text }, front, judgement);
    },
    [dataset, queue, text],
  );
  return {
    ...state,
    image,
    total,
    pace,
    decide,
    go: (at: number) => queue.go(at),
    retry: () => queue.fill(),
    ignoreOthers: () => queue.ignoreOthers(),
  };
}

interface Desk {
  dataset: string;
  queue: ReviewQueue;
  text: Texts;
}

/** The next image is in front before the service has answered; the step can be undone from the first moment on. */
async function decideOn(
  { dataset, queue, text }: Desk,
  front: ListedImage,
  judgement: Judgement,
): Promise<void> {
  const { result, undo, redo } = beginJudging(dataset, [front], judgement);
  const step: Step = {
    label: front.name,
    undo: async () => {
      // A picture in the trash cannot be read: first it comes back.
      await undo();
      queue.reopen(front.id);
    },
    redo: async () => {
      queue.goTo(front.id);
      const made = redo();
      queue.judged(front.id, made);
      await made;
    },
  };
  queue.judged(front.id, result);
  remember(step);
  try {
    if ((await result).done > 0) return;
    forget(step);
    notify({ message: text.changedByOthers(front.name), tone: 'failed' });
  } catch (error) {
    forget(step);
    queue.reopen(front.id);
    tellFailure(error, text);
  }
}

function useQueue(dataset: string, filter: ImageFilter): ReviewQueue {
  const queue = useMemo(() => new ReviewQueue(listSource(dataset, filter)), [dataset, filter]);
  useEffect(() => {
    void queue.fill();
    return () => queue.close();
  }, [queue]);
  useEffect(() => onImageNews(dataset, (news) => queue.update(news)), [dataset, queue]);
  useEffect(
    () =>
      queue.store.subscribe(() => {
        for (const image of queue.coming(1 + AHEAD)) originalOf(image).catch(() => {});
      }),
    [queue],
  );
  return queue;
}

/** What could not be read is asked for again. */
function useHealing(queue: ReviewQueue, error: Error | null): void {
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(() => void queue.fill(), AGAIN);
    return () => clearTimeout(timer);
  }, [queue, error]);
}

/** Two reviewers do not get the same image. */
function useClaims(dataset: string, queue: ReviewQueue): void {
  const uid = usePerson()?.uid;
  useEffect(() => {
    if (uid === undefined) return;
    const claims = new Claims(dataset, uid);
    const hold = () => claims.hold(queue.wanted(1 + CLAIMED));
    const ends = [
      queue.store.subscribe(hold),
      claims.taken.subscribe(() => queue.avoid(claims.taken.get())),
      claims.follow(),
    ];
    hold();
    return () => {
      for (const end of ends) end();
    };
  }, [dataset, uid, queue]);
}

/** How many there were when the page was opened; null until it is known. */
function useTotal(dataset: string, filter: ImageFilter): number | null {
  const [total, setTotal] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    setTotal(null);
    countImages(dataset, filter).then(
      (count) => !isOver && setTotal(count),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [dataset, filter]);
  return total;
}
