import { useCallback } from 'react';
import type { ListedImage, SetType } from '../../../../client/src/curate/records.ts';
import { change, follow, recordStep, stepOfImages } from '../../app/state/undo-history.ts';
import { beginJudging } from '../../data/images/judge.ts';
import { isMarked, type Judgement } from '../../data/images/judgement.ts';
import type { Texts } from '../../text/en.ts';
import { useText } from '../../text/use-text.tsx';

/** Judges images of a dataset. The change shows at once, can be undone, and is confirmed in a notice. @param nameOf name of a class */
export function useJudge(dataset: string, nameOf: (tag: string) => string) {
  const text = useText();
  return useCallback(
    async (chosen: readonly ListedImage[], judgement: Judgement): Promise<void> => {
      // There is not nothing in the others.
      const images = judgement.decision === 'empty' ? chosen.filter((each) => !isMarked(each)) : chosen;
      if (images.length === 0) return;
      await change(async () => {
        const { result, undo, redo } = beginJudging(dataset, images, judgement);
        const label = sentenceOf(judgement, text.images(images.length), nameOf, text);
        const step = stepOfImages(label, undo, redo, text);
        recordStep(step, text);
        follow(step, result, text);
      });
    },
    [dataset, nameOf, text],
  );
}

/** What was done to how many images. */
export function sentenceOf(
  { tag, set, decision }: Judgement,
  images: string,
  nameOf: (tag: string) => string,
  text: Texts,
): string {
  if (decision === 'reject') return text.trashed(images);
  if (decision === 'review') return text.sentToReview(images);
  if (decision === 'empty') return text.saidEmpty(images);
  if (tag !== undefined) return text.labelledAs(images, tag === null ? text.unlabelled : nameOf(tag));
  if (decision === 'accept') return text.accepted(images);
  return text.movedToSet(images, text[`set${set as SetType}`]);
}
