import { useCallback, useEffect, useRef } from 'react';
import { change } from '../../app/state/undo-history.ts';
import { usePerson } from '../../data/account.ts';
import { onImageNews } from '../../data/images/image-bus.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import { originalOf } from '../../data/images/originals.ts';
import { Claims } from '../../data/live/claims.ts';
import { useStore } from '../../data/live/store.ts';
import type { ReviewQueue } from '../../data/review-queue.ts';
import { useText } from '../../text/use-text.tsx';
import { decideOn } from './decide.ts';

/** Number of next images whose originals are loaded in advance. */
const AHEAD = 3;
/** Number of next images that are claimed, so that nobody else gets them. */
const CLAIMED = 4;
/** Milliseconds until a failed request is retried. */
const RETRY_AFTER = 5_000;

/** Fills a queue while it is shown, with the originals of the next images. */
export function useFilling(dataset: string, queue: ReviewQueue): void {
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
  const { error } = useStore(queue.store);
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(() => void queue.fill(), RETRY_AFTER);
    return () => clearTimeout(timer);
  }, [queue, error]);
}

/** Keeps two people from getting the same image. @param isJudge default: true; who may only look takes nothing from others */
export function useClaims(dataset: string, queue: ReviewQueue, isJudge = true): void {
  const uid = usePerson()?.uid;
  useEffect(() => {
    if (uid === undefined || !isJudge) return;
    const claims = new Claims(dataset, uid);
    const hold = () => claims.hold(queue.wanted(1 + CLAIMED), queue.coming(1)[0]?.id);
    const ends = [
      queue.store.subscribe(hold),
      claims.taken.subscribe(() => queue.avoid(claims.taken.get())),
      claims.follow(),
    ];
    hold();
    return () => {
      for (const end of ends) end();
    };
  }, [dataset, uid, queue, isJudge]);
}

/** @param id default: the current image */
type Decide = (judgement: Judgement, id?: string) => void;

/** Judges the current image. Waits for an undo in progress, which may change it. */
export function useDeciding(dataset: string, queue: ReviewQueue, onDecided?: () => void): Decide {
  const text = useText();
  const isHeld = useRef(false);
  const decided = useRef(onDecided);
  decided.current = onDecided;
  return useCallback(
    (judgement, id) => {
      // Only one decision waits: later ones would be on images that nobody has seen.
      if (isHeld.current) return;
      isHeld.current = true;
      void change(async () => {
        isHeld.current = false;
        const front = queue.front(id);
        if (!front) return;
        decided.current?.();
        void decideOn({ dataset, queue, text }, front, judgement);
      });
    },
    [dataset, queue, text],
  );
}
