import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { queriesOf } from '../images/list-source.ts';
import { toListed } from '../images/read-images.ts';

/** Most images that are found: with more, a longer beginning is of more use than a longer list. */
const MOST = 24;
/** After all characters of a name. */
const LAST = '\uf8ff';

/** The first images of a dataset whose file name begins like this, by name. Reads at most twice as many records. */
export async function findByName(dataset: string, beginning: string): Promise<ListedImage[]> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const named = [sdk.where('name', '>=', beginning), sdk.where('name', '<', beginning + LAST)];
  const queries = queriesOf({ sdk, firestore }, dataset, {}, ...named, sdk.orderBy('name'), sdk.limit(MOST));
  const found = (await Promise.all(queries.map((query) => sdk.getDocs(query)))).flatMap(({ docs }) => docs);
  return found
    .map((document) => toListed(document.id, document.data()))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, MOST);
}
