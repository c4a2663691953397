import type { DocumentSnapshot } from 'firebase/firestore';
import { useMemo } from 'react';
import { datasetRecord } from '../../../../packages/records/src/dataset.ts';
import type { Embedder } from '../../../../packages/records/src/lists.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';
import { colorOf } from '../../ui/class-color.ts';
import { type Person, usePerson } from '../account.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveDocument, liveQuery } from '../live/query.ts';
import { count, type Fields, map, text } from '../live/snapshot.ts';
import { peopleSignature, type Role, roleOf } from './role.ts';
import { useSharedRecords } from './shared-records.ts';
import { type Tag, type TagDetails, withDetails } from './tags.ts';

export interface Dataset extends Omit<RecordOf<typeof datasetRecord>, 'tags'> {
  id: string;
  tags: readonly Tag[];
  /** Images in the set REVIEW. */
  reviewCounter: number;
  /** Pictures that the service has looked at, to find images by them; null where it does not look at any. */
  looked: number | null;
  role: Role | null;
  /** A value that changes whenever somebody's role changes (`peopleSignature`). */
  people: string;
}

/** Datasets that the signed-in person may see, sorted by name. */
export const useDatasets = (): Live<Dataset[]> => useSharedRecords('dataset', toDataset);

/** Null if it does not exist. */
export function useDataset(id: string): Live<Dataset | null> {
  const person = usePerson();
  const live = useLive(
    person ? `dataset ${id} ${person.uid}` : null,
    liveDocument(`dataset/${id}`, (document) => toDataset(document, person as Person)),
  );
  const details = useLive(
    person ? `tags ${id} ${person.uid}` : null,
    liveQuery((sdk, firestore) => sdk.query(sdk.collection(firestore, `dataset/${id}/tag`)), toDetails),
  );
  return useMemo(() => {
    if (live.state !== 'ready' || live.value === null) return live;
    // Until then, a class could briefly get a key that belongs to another class.
    if (details.state === 'waiting') return details;
    const known = details.state === 'ready' ? details.value : [];
    return { ...live, value: { ...live.value, tags: withDetails(live.value.tags, known) } };
  }, [live, details]);
}

const toDetails = (document: DocumentSnapshot): TagDetails => ({
  id: document.id,
  key: text(document.get('key')),
  order: typeof document.get('order') === 'number' ? document.get('order') : null,
});

function toDataset(document: DocumentSnapshot, person: Person): Dataset {
  const fields = document.data() ?? {};
  const read = datasetRecord.read(document.id, fields);
  return {
    id: document.id,
    ...read,
    tags: read.tags.map(toTag),
    reviewCounter: read.sets.REVIEW,
    looked: toLooked(read.suggest, map(fields.vectors)),
    role: roleOf(person, fields),
    people: peopleSignature(fields),
  };
}

/** What another embedder has made of them is of no use. */
function toLooked(suggest: Embedder, { embedder, have, unreadable }: Fields): number | null {
  if (suggest === 'off') return null;
  const isHttp = text(embedder).startsWith('http:');
  return isHttp === (suggest === 'http') ? count(have) + count(unreadable) : 0;
}

const toTag = (tag: RecordOf<typeof datasetRecord>['tags'][number], index: number): Tag => ({
  ...tag,
  color: colorOf(tag.color, index),
  ownColor: tag.color,
  order: index,
});
