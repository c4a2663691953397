import type { DocumentSnapshot } from 'firebase/firestore';
import { useMemo } from 'react';
import type { SetType } from '../../../../client/src/curate/records.ts';
import { colorOf } from '../../ui/class-color.ts';
import { type Person, usePerson } from '../account.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveDocument, liveQuery } from '../live/query.ts';
import { count, type Fields, flag, list, map, millis, text } from '../live/snapshot.ts';
import { peopleSignature, type Role, roleOf } from './role.ts';
import { useSharedRecords } from './shared-records.ts';
import { type Tag, type TagDetails, withDetails } from './tags.ts';

export const DATASET_TYPES = ['MULTICLASS', 'MULTILABEL', 'ANOMALY', 'imageObjectDetection'] as const;
export type DatasetType = (typeof DATASET_TYPES)[number];

export const EMBEDDERS = ['off', 'builtin', 'http'] as const;
export type Embedder = (typeof EMBEDDERS)[number];

export interface Dataset {
  id: string;
  name: string;
  type: DatasetType;
  tags: readonly Tag[];
  /** Address of its own detector; '': Cloud Vision. */
  detector: string;
  imageCounter: number;
  unlabelledCounter: number;
  /** Images by set. */
  sets: Readonly<Record<SetType, number>>;
  /** Images in the set REVIEW. */
  reviewCounter: number;
  /** What suggestions know pictures by. */
  suggest: Embedder;
  /** Pictures that the service has looked at, to find images by them; null where it does not look at any. */
  looked: number | null;
  createdAt: number | null;
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
  return {
    id: document.id,
    name: text(fields.name) || document.id,
    type: DATASET_TYPES.find((type) => type === fields.type) ?? 'MULTICLASS',
    tags: list(fields.tags).map(toTag),
    detector: text(fields.detector),
    imageCounter: count(fields.imageCounter),
    unlabelledCounter: count(fields.unlabelledCounter),
    sets: toSets(map(fields.sets)),
    reviewCounter: count(map(fields.sets).REVIEW),
    suggest: toEmbedder(fields.suggest),
    looked: toLooked(toEmbedder(fields.suggest), map(fields.vectors)),
    createdAt: millis(fields.createdAt),
    role: roleOf(person, fields),
    people: peopleSignature(fields),
  };
}

const toEmbedder = (value: unknown): Embedder => EMBEDDERS.find((each) => each === value) ?? 'off';

/** What another embedder has made of them is of no use. */
function toLooked(suggest: Embedder, { embedder, have, unreadable }: Fields): number | null {
  if (suggest === 'off') return null;
  const isHttp = text(embedder).startsWith('http:');
  return isHttp === (suggest === 'http') ? count(have) + count(unreadable) : 0;
}

const toSets = (fields: Fields): Record<SetType, number> => ({
  TRAIN: count(fields.TRAIN),
  TEST: count(fields.TEST),
  VALIDATION: count(fields.VALIDATION),
  PREDETERMINED: count(fields.PREDETERMINED),
  REVIEW: count(fields.REVIEW),
});

function toTag(value: unknown, index: number): Tag {
  const fields = map(value);
  return {
    id: text(fields.id),
    name: text(fields.name) || text(fields.id),
    color: colorOf(text(fields.color), index),
    ownColor: text(fields.color),
    key: text(fields.key),
    order: index,
    imageCounter: count(fields.imageCounter),
    annotationCounter: count(fields.annotationCounter),
    unclassified: flag(fields.unclassified),
  };
}
