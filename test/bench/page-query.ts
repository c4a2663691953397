import type { Firestore, Query } from '@google-cloud/firestore';
import { FIELDS } from '../../functions/src/common/adapters/firestore/images/image-document.ts';
import { shardsOf } from '../../functions/src/common/images/list-fields.ts';

/**
 * The query of a page with thumbnails of the dataset `bolts`. It must be one that the deployed indexes answer: by shard
 * (rules/firestore.indexes.json). There is none over dataset and date, because its end would take all writes of a dataset.
 */
export const queryOfPage = (db: Firestore, limit: number): Query =>
  db
    .collection('image')
    .where('shard', 'in', shardsOf('bolts'))
    .orderBy('date', 'desc')
    .orderBy('__name__', 'desc')
    .select(...FIELDS, 'imageData')
    .limit(limit);
