/** Changes the classes of a dataset through the service's routes (Contract 9). */
import type { TagFields } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { service } from '../service.ts';
import { TagIds } from './tag-ids.ts';

const ids = new TagIds();

/** Changes run one after the other, so that each of several quick undos sees the result of the one before. */
let last: Promise<unknown> = Promise.resolve();

function afterPrevious<T>(work: () => Promise<T>): Promise<T> {
  const running = last.then(work);
  last = running.catch(() => {});
  return running;
}

export const classRecords = (dataset: string) => {
  const { tags } = service().datasets(dataset);
  return {
    create: (fields: TagFields & { name: string }): Promise<string> =>
      afterPrevious(() => tags.create(fields)),
    /** Restores a deleted class under a new id. */
    recreate: (id: string, fields: TagFields & { name: string }): Promise<void> =>
      afterPrevious(async () => ids.renew(id, await tags.create(fields))),
    update: (id: string, fields: TagFields): Promise<void> =>
      afterPrevious(() => tags.update(ids.current(id), fields)),
    /** @param into class that its images get; null: none. If omitted, the service refuses to delete a class that is in use */
    delete: (id: string, into?: string | null): Promise<void> =>
      afterPrevious(async () => {
        await tags.delete(ids.current(id), into === undefined ? {} : { into });
      }),
    /** Images in the trash that have this class. No counter includes them, but they can be restored. */
    countTrashed: (id: string): Promise<number> => countTrashed(dataset, id),
  };
};

async function countTrashed(dataset: string, tag: string): Promise<number> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const reference = sdk.doc(firestore, `dataset/${dataset}/tag/${tag}`);
  const trash = sdk.collection(firestore, `dataset/${dataset}/trash`);
  const query = sdk.query(trash, sdk.where('tagsContained', 'array-contains', reference));
  return (await sdk.getCountFromServer(query)).data().count;
}
