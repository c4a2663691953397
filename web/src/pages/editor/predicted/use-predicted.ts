import { useEffect } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { usePerson } from '../../../data/account.ts';
import { usePart } from '../../../data/live/store.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { keepLeastScore, leastScore } from '../../../data/runs/least-score.ts';
import { usePredictions } from '../../../data/runs/run-images.ts';
import { useRunNumber } from '../../image/use-run.ts';
import type { Editor } from '../model/editor.ts';
import { offersOfRun } from './offers-of.ts';

/** Offers what a run predicts of the open image, from a score on that each person chooses for each run. */
export function usePredicted(editor: Editor, { id, tags }: Dataset, image: ListedImage) {
  const uid = usePerson()?.uid ?? '';
  const [run, choose] = useRunNumber();
  const { data, error, refetch } = usePredictions(id, run, image.id);
  const isOpen = usePart(editor.state, ({ drawing }) => drawing?.image === image.id);
  // Of other changes of the classes nothing here depends.
  const known = tags.map((tag) => tag.id).join(' ');
  useEffect(() => {
    const { drawing, offered } = editor.state.get();
    // While another image is being opened, none is.
    if (!isOpen || drawing?.image !== image.id) return;
    const others = offered.filter((each) => each.run === undefined);
    const { size } = drawing;
    const own = run === null ? [] : offersOfRun(run, data ?? [], size, new Set(known.split(' ')));
    editor.offer([...others, ...own]);
  }, [editor, isOpen, image.id, run, data, known]);
  const least = usePart(editor.state, (state) => state.least);
  useEffect(
    () => editor.showOffers({ least: run === null ? 0 : leastScore(uid, id, run) }),
    [editor, uid, id, run],
  );
  return {
    run,
    choose,
    least,
    change: (next: number) => {
      editor.showOffers({ least: next });
      if (run !== null) keepLeastScore(uid, id, run, next);
    },
    isRead: data !== undefined,
    error,
    retry: () => void refetch(),
  };
}
