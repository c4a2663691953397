/** Records that a person may see, page by page in the order of their ids. */
import { FieldPath, type Query, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import { byteOrder } from '../../../../../../packages/records/src/byte-order.ts';
import type { ListPage } from '../../../records/record-ports.ts';
import { readQuery } from '../documents.ts';
import { isRecord } from './used-ids.ts';

/** The role of one member: the other members, of which there may be hundreds, are not read. */
export const roleField = (uid: string): FieldPath[] => (uid === '' ? [] : [new FieldPath('members', uid)]);

interface Reading extends ListPage {
  fields: readonly (string | FieldPath)[];
  /** Records that are read at once. */
  step: number;
  /** What a record adds to the answer; a page ends where this is `mostWeight` together. */
  weigh?: (record: QueryDocumentSnapshot) => number;
  mostWeight?: number;
}

/** @param queries that have no record in common. `next`: the last record of the page; null if it is the last page */
export async function readPage(
  queries: readonly Query[],
  { limit, after, fields, step, weigh = () => 0, mostWeight = 0 }: Reading,
): Promise<{ docs: QueryDocumentSnapshot[]; next: string | null }> {
  const docs: QueryDocumentSnapshot[] = [];
  const size = Math.min(step, limit + 1);
  const ordered = queries.map((query) =>
    query
      .orderBy(FieldPath.documentId())
      .select(...fields)
      .limit(size),
  );
  let weight = 0;
  for (let behind = after; ; ) {
    const found = await Promise.all(
      ordered.map((query) => readQuery(behind === null ? query : query.startAfter(behind))),
    );
    const merged = found
      .flatMap((each) => each.docs)
      .sort((a, b) => byteOrder(a.id, b.id))
      .slice(0, size);
    for (const each of merged.filter(isRecord)) {
      if (docs.length === limit || weight > mostWeight) return { docs, next: docs.at(-1)?.id ?? null };
      docs.push(each);
      weight += weigh(each);
    }
    if (merged.length < size) return { docs, next: null };
    behind = merged.at(-1)?.id ?? null;
  }
}
