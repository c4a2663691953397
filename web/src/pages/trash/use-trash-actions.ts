import type { ImageOutcome } from '../../../../client/src/curate/records.ts';
import { notify } from '../../app/toasts.ts';
import { attempt, change, recordStep } from '../../app/undo-history.ts';
import { rejectAgain, useTrash } from '../../data/trash.ts';
import { useText } from '../../text/use-text.tsx';

/** The images in the trash, and the actions on them. Notices confirm each action; a restore can be undone. */
export function useTrashActions(dataset: string) {
  const text = useText();
  const trash = useTrash(dataset);
  const takeOut = async (ids: readonly string[]): Promise<ImageOutcome[]> =>
    (await trash.restore(ids)).filter(({ outcome }) => outcome === 'done');
  const restore = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const work = async () => {
      let restored = await takeOut(ids);
      const redo = async () => {
        restored = await takeOut(ids);
      };
      const undo = async () => {
        await rejectAgain(dataset, restored);
        await trash.reload();
      };
      if (restored.length > 0)
        recordStep({ label: text.restored(text.images(restored.length)), undo, redo }, text);
    };
    await change(() => attempt(work, text));
  };
  return {
    ...trash,
    restore,
    /** @throws SightlineError */
    deleteForGood: async (ids: readonly string[]): Promise<void> => {
      await trash.deleteForGood(ids);
      notify({ message: text.deletedForGood(text.images(ids.length)) });
    },
  };
}
