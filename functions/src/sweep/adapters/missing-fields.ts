/** Finds image records whose list fields are missing or wrong, for the sweep. */
import { type DocumentSnapshot, FieldPath } from 'firebase-admin/firestore';
import { changeDocument } from '../../common/adapters/firestore/change-document.ts';
import { FIELDS } from '../../common/adapters/firestore/images/image-document.ts';
import { lackingFields } from '../../common/adapters/firestore/lacking-fields.ts';
import { imageCollection, imageRef } from '../../common/adapters/firestore/references.ts';
import { idsWhere } from './pages.ts';

export const listFields = {
  /** Pages of ids of the image records that lack some of these fields, or have wrong ones. */
  // Firestore cannot query for documents that lack a field.
  missing: () =>
    idsWhere(
      imageCollection()
        .orderBy(FieldPath.documentId())
        .select(...FIELDS, 'shard', 'labelled'),
      (image) => Object.keys(lacking(image)).length > 0,
    ),

  /** Writes them if the record has not changed since it was read; false if it is gone. */
  save: async (id: string): Promise<boolean> =>
    (await changeDocument(imageRef(id), ({ snapshot, batch, condition }) => {
      const fields = lacking(snapshot);
      if (Object.keys(fields).length > 0) batch.update(snapshot.ref, fields, condition);
      return true;
    })) === true,
};

const lacking = (document: DocumentSnapshot) => lackingFields(document.id, document.data() ?? {});
