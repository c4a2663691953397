import { FieldPath, Timestamp } from 'firebase-admin/firestore';
import { firestore } from '../../common/adapters/firebase.ts';
import { changeDocument } from '../../common/adapters/firestore/change-document.ts';
import { referenceId } from '../../common/adapters/firestore/fields.ts';
import { isDeleted, toDataset } from '../../common/adapters/firestore/records/datasets.ts';
import { datasetRef, deviceKeyCollection } from '../../common/adapters/firestore/references.ts';
import type { Listings } from '../listings.ts';
import { pages } from './pages.ts';

export type GrantListings = Pick<Listings, 'datasetsWithoutGrants' | 'monitorsWithKeys' | 'saveGrants'>;

export const grantListings: GrantListings = {
  // Firestore cannot query for documents that lack a field.
  async *datasetsWithoutGrants() {
    for await (const page of pages(firestore().collection('dataset').orderBy(FieldPath.documentId())))
      for (const each of page)
        if (each.get('monitors') === undefined && !isDeleted(each.data()))
          yield toDataset(each.id, each.data());
  },

  async *monitorsWithKeys() {
    const known = new Set<string>();
    const keys = deviceKeyCollection().orderBy(FieldPath.documentId()).select('monitor', 'revoked');
    for await (const page of pages(keys))
      for (const key of page) {
        const monitor = referenceId(key.get('monitor'));
        if (key.get('revoked') !== undefined || monitor === '' || known.has(monitor)) continue;
        known.add(monitor);
        yield monitor;
      }
  },

  saveGrants: (dataset, grants) =>
    changeDocument(datasetRef(dataset), ({ snapshot, batch, condition }) => {
      if (snapshot.get('monitors') !== undefined) return;
      const stored = Object.entries(grants).map(([id, grant]) => [
        id,
        { ...grant, at: Timestamp.fromMillis(grant.at) },
      ]);
      batch.update(snapshot.ref, { monitors: Object.fromEntries(stored) }, condition);
    }),
};
