/** A decision of the review, which can be undone. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { notify } from '../../app/state/toasts.ts';
import { forget, remember, showError, stepOfImages } from '../../app/state/undo-history.ts';
import { beginJudging } from '../../data/images/judge.ts';
import type { Judgement } from '../../data/images/judgement.ts';
import type { ReviewQueue } from '../../data/review-queue.ts';
import type { Texts } from '../../text/en.ts';

interface Desk {
  dataset: string;
  queue: ReviewQueue;
  text: Texts;
}

/** Shows the next image without waiting for the service. The judgement can be undone right away. */
export async function decideOn(
  { dataset, queue, text }: Desk,
  front: ListedImage,
  judgement: Judgement,
): Promise<void> {
  const { result, undo, redo } = beginJudging(dataset, [front], judgement);
  const reopen = async () => {
    const begun = await undo();
    // An image in the trash cannot be read, so it must be restored before the queue goes back to it.
    const reopened = () => queue.reopen(front.id);
    if (judgement.decision === 'reject') begun.result.then(reopened, () => {});
    else reopened();
    return begun;
  };
  const judgeAgain = async () => {
    queue.goTo(front.id);
    const begun = await redo();
    queue.judged(front.id, begun.result);
    return begun;
  };
  const step = stepOfImages(front.name, reopen, judgeAgain, text);
  queue.judged(front.id, result);
  remember(step);
  try {
    if ((await result).done > 0) return;
    forget(step);
    notify({ message: text.changedByOthers(front.name), tone: 'failed' });
  } catch (error) {
    forget(step);
    queue.reopen(front.id);
    showError(error, text);
  }
}
