import { batching } from '../../batching.ts';
import type { Contents } from '../../import-ports.ts';
import { millis, text } from './fields.ts';
import { readQuery, spellings } from './record-pages.ts';
import { datasetRef, imageCollection } from './references.ts';

/** Values that a query compares at once: `in` takes 30 combinations, and a dataset is spelled in two ways. */
const TOGETHER = 15;
/** Records per query. More share the same bytes only if a camera repeats itself: then each content is asked for alone. */
const MOST = 300;

interface Asked {
  dataset: string;
  content: string;
}

type Found = { id: string; date: number } | null;

export const contents: Contents = {
  find: (dataset, content) => finder({ dataset, content }),
};

const finder = batching(findTogether, TOGETHER);

async function findTogether(asked: Asked[]): Promise<Found[]> {
  const byDataset = new Map<string, string[]>();
  for (const { dataset, content } of asked)
    byDataset.set(dataset, [...(byDataset.get(dataset) ?? []), content]);
  const found = new Map<string, Found>();
  await Promise.all([...byDataset].map(([dataset, contents]) => findOf(dataset, contents, found)));
  return asked.map(({ dataset, content }) => found.get(`${dataset}/${content}`) ?? null);
}

async function findOf(dataset: string, contents: string[], found: Map<string, Found>): Promise<void> {
  const query = imageCollection()
    .where('dataset', 'in', [...spellings(datasetRef(dataset))])
    .where('content', 'in', contents)
    .select('content', 'date')
    .limit(contents.length === 1 ? 1 : MOST);
  const { docs } = await readQuery(query);
  if (contents.length > 1 && docs.length === MOST) {
    for (const content of contents) await findOf(dataset, [content], found);
    return;
  }
  for (const image of docs)
    found.set(`${dataset}/${text(image.get('content'))}`, { id: image.id, date: millis(image.get('date')) });
}
