import type { DocumentSnapshot } from 'firebase/firestore';
import { type Person, usePerson } from '../account.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveQuery } from '../live/query.ts';

/** Datasets or monitors that the signed-in person may see, sorted by name. */
export function useSharedRecords<T extends { name: string }>(
  kind: 'dataset' | 'monitor',
  toRecord: (document: DocumentSnapshot, person: Person) => T,
): Live<T[]> {
  const person = usePerson();
  const live = useLive(
    person ? `${kind}s ${person.uid} ${person.admin}` : null,
    liveQuery(
      (sdk, firestore) => {
        const all = sdk.collection(firestore, kind);
        if (person?.admin) return sdk.query(all);
        return sdk.query(all, sdk.where('people', 'array-contains', person?.uid ?? ''));
      },
      // An administrator's list has deleted datasets and the used ids of monitors too.
      (document) => (person && !document.get('deleted') ? toRecord(document, person) : null),
    ),
  );
  return live.state === 'ready'
    ? { ...live, value: live.value.toSorted((a, b) => a.name.localeCompare(b.name)) }
    : live;
}
