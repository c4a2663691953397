import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { batching } from '../../../concurrency/batching.ts';
import type { Contents } from '../../../versions/import-ports.ts';
import { countOf, readQuery } from '../documents.ts';
import { referenceId, text } from '../fields.ts';
import { datasetRef, imageCollection, spellings } from '../references.ts';

/** Values that a query compares at once (the most that `in` takes). */
const TOGETHER = 30;
/** Records per query. More share the same bytes only if a camera repeats itself: then each content is asked for alone. */
const MOST = 300;

interface Asked {
  dataset: string;
  content: string;
}

type Found = { id: string; import: string } | null;

export const contents: Contents = {
  find: (dataset, content) => finder({ dataset, content }),

  ofImport: (dataset, id) => countOf(ofDataset(dataset).where('import', '==', id)),
};

const ofDataset = (dataset: string) =>
  imageCollection().where('dataset', 'in', [...spellings(datasetRef(dataset))]);

const finder = batching(findTogether, TOGETHER);

/**
 * Compares the content alone and the dataset of what was found: together with its two spellings, a query would take half as
 * many values, and combine two indexes for each of them.
 */
async function findTogether(asked: Asked[]): Promise<Found[]> {
  if (asked.length === 1) return Promise.all(asked.map(findAlone));
  const contents = [...new Set(asked.map(({ content }) => content))];
  const { docs } = await readQuery(
    imageCollection().where('content', 'in', contents).select('content', 'import', 'dataset').limit(MOST),
  );
  if (docs.length === MOST) return Promise.all(asked.map(findAlone));
  const found = new Map(docs.map((image) => [keyOf(image), foundOf(image)]));
  return asked.map(({ dataset, content }) => found.get(JSON.stringify([dataset, content])) ?? null);
}

async function findAlone({ dataset, content }: Asked): Promise<Found> {
  const query = ofDataset(dataset).where('content', '==', content);
  const { docs } = await readQuery(query.select('import').limit(1));
  return docs[0] ? foundOf(docs[0]) : null;
}

const keyOf = (image: QueryDocumentSnapshot): string =>
  JSON.stringify([referenceId(image.get('dataset')), text(image.get('content'))]);

const foundOf = (image: QueryDocumentSnapshot) => ({ id: image.id, import: text(image.get('import')) });
