import { change as begin, make, recordStep } from '../../../app/state/undo-history.ts';
import { classRecords } from '../../../data/records/class-records.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { useText } from '../../../text/use-text.tsx';
import { type ClassDraft, changesOf, draftOf, reverseOf } from './class-draft.ts';
import { moveClass, type Placed, placesBefore } from './class-order.ts';

/** Creates, changes, orders and deletes classes. Everything except merging can be undone. */
export function useClassChanges({ id: dataset, tags }: Dataset) {
  const text = useText();
  const records = classRecords(dataset);
  const place = async (places: readonly Placed[]): Promise<void> => {
    for (const { id, order } of places) await records.update(id, { order });
  };
  return {
    /** @throws SightlineError */
    create: (draft: ClassDraft): Promise<void> =>
      begin(async () => {
        const fields = fieldsOf(draft);
        const id = await records.create(fields);
        const redo = () => records.recreate(id, fields);
        recordStep({ label: text.classMade(fields.name), undo: () => records.delete(id), redo }, text);
      }),
    /** @throws SightlineError */
    change: async (tag: Tag, draft: ClassDraft): Promise<void> => {
      const before = draftOf(tag);
      const changes = changesOf(before, draft);
      if (Object.keys(changes).length === 0) return;
      const step = {
        label: text.classChanged(draft.name.trim()),
        undo: () => records.update(tag.id, reverseOf(before, changes)),
        redo: () => records.update(tag.id, changes),
      };
      await begin(async () => {
        await step.redo();
        recordStep(step, text);
      });
    },
    move: async (tag: Tag, by: number): Promise<void> => {
      const places = moveClass(tags, tag.id, by);
      if (places.length === 0) return;
      const undo = () => place(placesBefore(tags, places));
      await make({ label: text.classMoved(tag.name), undo, redo: () => place(places) }, text);
    },
    /** Deletes a class that is not in use. */
    remove: async (tag: Tag): Promise<void> => {
      const fields = { ...fieldsOf(draftOf(tag)), order: tag.order, unclassified: tag.unclassified };
      const undo = () => records.recreate(tag.id, fields);
      await make({ label: text.classDeleted(tag.name), undo, redo: () => records.delete(tag.id) }, text);
    },
    /** Cannot be undone. @throws SightlineError */
    merge: (tag: Tag, into: string | null): Promise<void> => records.delete(tag.id, into),
    countTrashed: records.countTrashed,
  };
}

const fieldsOf = ({ name, color, key, bad }: ClassDraft) => ({
  name: name.trim(),
  ...(color !== '' && { color }),
  ...(key !== '' && { key }),
  ...(bad && { bad }),
});
