import type { Query, QueryDocumentSnapshot } from 'firebase-admin/firestore';

const PAGE = 300;

/** All documents of a sorted query, page by page. */
export async function* pages(query: Query): AsyncGenerator<QueryDocumentSnapshot[]> {
  for (let after: QueryDocumentSnapshot | undefined; ; ) {
    const page = await (after ? query.startAfter(after) : query).limit(PAGE).get();
    if (page.size > 0) yield page.docs;
    after = page.docs.at(-1);
    if (!after || page.size < PAGE) return;
  }
}

/** Pages of the ids of those documents that something applies to. */
export async function* idsWhere(
  query: Query,
  applies: (document: QueryDocumentSnapshot) => boolean,
): AsyncGenerator<string[]> {
  for await (const page of pages(query)) {
    const ids = page.filter(applies).map(({ id }) => id);
    if (ids.length > 0) yield ids;
  }
}
