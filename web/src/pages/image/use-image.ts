import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { usePerson } from '../../data/account.ts';
import { fromDocument } from '../../data/images/image-record.ts';
import { type Live, useLive } from '../../data/live/live.ts';
import { liveDocument } from '../../data/live/query.ts';

/** An image of the dataset, now and whenever somebody changes it. Null if there is none. */
export function useImage(dataset: string, id: string): Live<ListedImage | null> {
  const person = usePerson();
  return useLive(
    person ? `image ${dataset} ${id} ${person.uid}` : null,
    liveDocument(`image/${id}`, (document) => fromDocument(dataset, document)),
  );
}
