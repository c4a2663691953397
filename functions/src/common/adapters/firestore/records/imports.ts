import { type DocumentSnapshot, FieldValue } from 'firebase-admin/firestore';
import { faultOf } from '../../../foreign-errors.ts';
import {
  IMPORT_STATES,
  type ImportProgress,
  type ImportRecord,
  type ImportStep,
  type Imports,
} from '../../../versions/import-ports.ts';
import { changeDocument } from '../change-document.ts';
import { inTime, readDocument } from '../documents.ts';
import { count, type Fields, list, map, millis, text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
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
    if (step.state === 'done') return end(dataset, id, fields);
    try {
      await inTime('write', importRef(dataset, id).update(fields));
      return true;
    } catch (error) {
      if (faultOf(error) !== 'missing') throw error;
      return false;
    }
  },
};

/** The last step, with what hooks are told, once for each request. @returns false if the record is gone */
async function end(dataset: string, id: string, fields: ImportStep & Fields): Promise<boolean> {
  const ended = await changeDocument(importRef(dataset, id), async ({ snapshot, batch, condition }) => {
    const isRepeated = snapshot.get('state') === 'done' && snapshot.get('request') === fields.request;
    const { total, added, known, failed } = fields.progress;
    const data = { import: id, name: text(snapshot.get('name')), total, added, known, failed };
    const subject = `${id}-${fields.request.slice(0, 8)}`;
    if (!isRepeated)
      await addMessages({ kind: 'dataset', id: dataset }, { type: 'import.done', subject, data }, batch);
    batch.update(snapshot.ref, fields, condition);
    return true;
  });
  return ended === true;
}

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
