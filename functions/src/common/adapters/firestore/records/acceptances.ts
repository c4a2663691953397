/** `dataset/{id}/acceptance/{id}`: suggestions that were accepted in bulk (Contract 15). */
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { Acceptance, Acceptances, ListedAcceptance } from '../../../runs/acceptance-ports.ts';
import { countOf, readDocument, readQuery } from '../documents.ts';
import { millis } from '../fields.ts';
import { acceptanceCollection, acceptanceRef, imageCollection } from '../references.ts';
import { steppedRecords } from './stepped-records.ts';

/** Without the sample, which is most of it. */
const LISTED = ['run', 'name', 'precision', 'suggestions', 'by', 'progress', 'createdAt'] as const;

export const acceptances: Acceptances = {
  ...steppedRecords<Acceptance>(acceptanceRef),

  async page(dataset, { limit, after }) {
    const newest = acceptanceCollection(dataset).orderBy('createdAt', 'desc').limit(limit);
    const last = after === null ? null : await readDocument(acceptanceRef(dataset, after));
    if (last && !last.exists) return null;
    const query = last ? newest.startAfter(last) : newest;
    return (await readQuery(query.select(...LISTED))).docs.map(toListed);
  },

  // The id alone tells: no other dataset has it.
  unreviewed: (id) => countOf(imageCollection().where('suggested.acceptance', '==', id)),
};

const toListed = (snapshot: DocumentSnapshot): ListedAcceptance => {
  const { createdAt, ...fields } = snapshot.data() ?? {};
  return { ...fields, id: snapshot.id, at: millis(createdAt) } as ListedAcceptance;
};
