import { type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import { faultOf } from '../../../foreign-errors.ts';
import {
  IMPORT_STATES,
  type ImportProgress,
  type ImportRecord,
  type Imports,
} from '../../../versions/import-ports.ts';
import { inTime, readDocument } from '../documents.ts';
import { count, list, map, millis, text } from '../fields.ts';
import { datasetRef } from '../references.ts';

const importRef = (dataset: string, id: string) => datasetRef(dataset).collection('import').doc(id);

const NOTHING: ImportProgress = { total: 0, done: 0, added: 0, known: 0, failed: 0 };

export const imports: Imports = {
  async create(dataset, { id, name, size, by }) {
    const at = { createdAt: FieldValue.serverTimestamp(), updatedAt: FieldValue.serverTimestamp() };
    const begun = {
      state: 'waiting',
      format: '',
      progress: NOTHING,
      unread: { count: 0, items: [] },
      request: '',
    };
    const creating = importRef(dataset, id).create({ name, size, by, ...at, ...begun });
    try {
      await inTime('write', creating);
    } catch (error) {
      if (faultOf(error) !== 'exists') throw error;
    }
  },

  async find(dataset, id) {
    const snapshot = await readDocument(importRef(dataset, id));
    return snapshot.exists ? toRecord(snapshot) : null;
  },

  async note(dataset, id, step) {
    const fields = { ...step, updatedAt: FieldValue.serverTimestamp() };
    try {
      await inTime('write', importRef(dataset, id).update(fields));
      return true;
    } catch (error) {
      if (faultOf(error) !== 'missing') throw error;
      return false;
    }
  },
};

function toRecord(snapshot: DocumentSnapshot): ImportRecord {
  const fields = snapshot.data() ?? {};
  const progress = Object.keys(NOTHING).map((name) => [name, count(map(fields.progress)[name])]);
  return {
    id: snapshot.id,
    name: text(fields.name),
    size: count(fields.size),
    by: text(fields.by),
    createdAt: millis(fields.createdAt),
    state: IMPORT_STATES.find((each) => each === fields.state) ?? 'waiting',
    format: text(fields.format),
    progress: Object.fromEntries(progress) as ImportProgress,
    unread: {
      count: count(map(fields.unread).count),
      items: list(map(fields.unread).items).map((each) => ({
        path: text(map(each).path),
        reason: text(map(each).reason),
      })),
    },
    request: text(fields.request),
  };
}
