/** Changes all images that a filter shows, as one step that can be undone. */
import { useCallback, useEffect, useMemo } from 'react';
import type { Selection } from '../../../../../client/src/curate/records.ts';
import { notify } from '../../../app/state/toasts.ts';
import { attempt, change, recordStep, showStale } from '../../../app/state/undo-history.ts';
import {
  allShown,
  type ChangeAsked,
  changeAll,
  leftToDo,
  type UndoAsked,
  undoAll,
  useChangeAll,
} from '../../../data/changes/change-all.ts';
import type { Judgement } from '../../../data/images/judgement.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { nameIn } from '../../../data/records/tags.ts';
import type { Texts } from '../../../text/en.ts';
import { useText } from '../../../text/use-text.tsx';
import { sentenceOf } from '../use-judge.ts';

export type ChangeShown = (select: Selection, judgement: Judgement) => Promise<unknown>;

/**
 * What an earlier visit has left goes on.
 * @returns `progress`: null unless it is being done; `changeShown`: null while it is
 */
export function useChangeShown({ id, tags }: Pick<Dataset, 'id' | 'tags'>) {
  const text = useText();
  const progress = useChangeAll(id);
  const nameOf = useMemo(() => nameIn(tags), [tags]);
  const make = useCallback(
    (asked: ChangeAsked) => change(() => attempt(() => changeShown(id, asked, nameOf, text), text)),
    [id, nameOf, text],
  );
  useEffect(() => {
    const left = leftToDo(id);
    if (left?.kind === 'change') void make(left);
    if (left?.kind === 'undo') void attempt(() => undoShown(id, left, text), text);
  }, [id, make, text]);
  const start: ChangeShown = (select, judgement) =>
    make({ kind: 'change', key: crypto.randomUUID(), select, change: judgement });
  return { progress, changeShown: progress ? null : start };
}

async function undoShown(dataset: string, asked: UndoAsked, text: Texts): Promise<void> {
  const { changed } = await undoAll(dataset, asked);
  showStale(changed, text);
}

async function changeShown(
  dataset: string,
  asked: ChangeAsked,
  nameOf: (tag: string) => string,
  text: Texts,
): Promise<void> {
  const { select, change: judgement } = asked;
  let made = await changeAll(dataset, asked);
  report();
  if (made.done === 0) return;
  const step = {
    label: sentenceOf(judgement, text.images(made.done), nameOf, text),
    undo: () => undoShown(dataset, { kind: 'undo', change: made.change, images: made.done }, text),
    redo: async () => {
      const { shown, at: _, ...filter } = select;
      // If more have come, the service changes nothing.
      const { at } = await allShown(dataset, filter);
      made = await changeAll(dataset, {
        ...asked,
        key: crypto.randomUUID(),
        select: { ...filter, shown, at },
      });
      report();
    },
  };
  recordStep(step, text);

  function report() {
    showStale(made.stale, text);
    if (made.invalid > 0) notify({ message: text.notPossible(text.images(made.invalid)), tone: 'failed' });
  }
}
