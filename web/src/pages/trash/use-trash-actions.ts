import { notify } from '../../app/state/toasts.ts';
import { attempt, change, recordStep, showStale, stepOfImages } from '../../app/state/undo-history.ts';
import { beginRestoring, type Everything, useTrash } from '../../data/trash.ts';
import { useText } from '../../text/use-text.tsx';

/** The images in the trash, and the actions on them. Notices confirm each action; a restore can be undone. */
export function useTrashActions(dataset: string) {
  const text = useText();
  const trash = useTrash(dataset);
  const restore = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const work = async () => {
      const { result, undo, redo } = await beginRestoring(dataset, ids, trash.restore);
      const back = async () => ({ result: Promise.resolve(await undo().finally(trash.reload)) });
      const again = async () => ({ result: Promise.resolve(await redo()) });
      const label = text.restored(text.images(result.done));
      showStale(result.stale, text);
      if (result.done > 0) recordStep(stepOfImages(label, back, again, text), text);
    };
    await change(() => attempt(work, text));
  };
  return {
    ...trash,
    restore,
    everything: (take: (all: Everything) => void) =>
      attempt(async () => take(await trash.everything()), text),
    /** @param all of the trash, if these are all @throws SightlineError */
    deleteForGood: async (ids: readonly string[], all: Everything | null): Promise<void> => {
      if (all) await trash.empty(all);
      else await trash.deleteForGood(ids);
      notify({ message: text.deletedForGood(text.images(ids.length)) });
    },
  };
}
