/** Finds image records without a look, for the sweep. */
import { FieldPath } from 'firebase-admin/firestore';
import { firestore } from '../../common/adapters/firebase.ts';
import { bytes, text } from '../../common/adapters/firestore/fields.ts';
import { imageCollection, imageRef } from '../../common/adapters/firestore/references.ts';
import { isMissing } from '../../common/foreign-errors.ts';
import { isLook } from '../../common/images/look.ts';
import { idsWhere } from './pages.ts';

export const looks = {
  /** Pages of ids of the image records without a look, in the order of the ids. */
  // Firestore cannot query for documents that lack a field.
  missing: () =>
    idsWhere(
      imageCollection().orderBy(FieldPath.documentId()).select('look'),
      (image) => !isLook(text(image.get('look'))),
    ),

  /** The thumbnails of those records that have one. */
  async thumbnails(ids: readonly string[]): Promise<Map<string, Buffer>> {
    const records = await firestore().getAll(...ids.map(imageRef), { fieldMask: ['imageData'] });
    return new Map(
      records.flatMap((record): [string, Buffer][] => {
        const thumbnail = bytes(record.get('imageData'));
        return thumbnail ? [[record.id, thumbnail]] : [];
      }),
    );
  },

  /** Writes the look of a record, and nothing else; false if the record is gone. */
  async save(id: string, look: string): Promise<boolean> {
    try {
      await imageRef(id).update({ look });
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  },
};
