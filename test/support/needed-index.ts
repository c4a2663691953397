/** Which index a Firestore query needs by the rules of the documentation, and whether an index file has it. */

export interface StructuredQuery {
  from: { collectionId: string; allDescendants?: boolean }[];
  where?: Filter;
  orderBy?: { field: { fieldPath: string }; direction: string }[];
}

interface Filter {
  compositeFilter?: { op: string; filters: Filter[] };
  fieldFilter?: { field: { fieldPath: string }; op: string };
  unaryFilter?: { field: { fieldPath: string }; op: string };
}

type Mode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS';

export interface NeededIndex {
  collection: string;
  scope: 'COLLECTION' | 'COLLECTION_GROUP';
  /** In any order. */
  equal: string[];
  /** After those, in this order. */
  rest: [field: string, mode: Mode][];
}

interface IndexMode {
  order?: string;
  arrayConfig?: string;
}

export interface IndexFile {
  indexes: {
    collectionGroup: string;
    queryScope: string;
    fields: ({ fieldPath: string } & IndexMode)[];
  }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    ttl?: boolean;
    indexes: ({ queryScope?: string } & IndexMode)[];
  }[];
}

const CONTAINS = new Set(['ARRAY_CONTAINS', 'ARRAY_CONTAINS_ANY']);
const EQUAL = new Set(['EQUAL', 'IN', 'IS_NULL', 'IS_NAN']);

export function neededIndex({ from, where, orderBy = [] }: StructuredQuery): NeededIndex {
  const filters = flat(where).filter(({ field }) => field !== '__name__');
  const fieldsOf = (isWanted: (op: string) => boolean) => [
    ...new Set(filters.filter(({ op }) => isWanted(op)).map(({ field }) => field)),
  ];
  const orders = orderBy
    .filter(({ field }) => field.fieldPath !== '__name__')
    .map(({ field, direction }): [string, Mode] => [field.fieldPath, direction as Mode]);
  // Firestore sorts by a field with an inequality, whether the query says so or not.
  const compared = fieldsOf((op) => !EQUAL.has(op) && !CONTAINS.has(op));
  const implied = compared.filter((field) => !orders.some(([each]) => each === field));
  return {
    collection: from[0]?.collectionId ?? '',
    scope: from[0]?.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal: fieldsOf((op) => EQUAL.has(op)),
    rest: [
      ...fieldsOf((op) => CONTAINS.has(op)).map((field): [string, Mode] => [field, 'CONTAINS']),
      ...implied.map((field): [string, Mode] => [field, 'ASCENDING']),
      ...orders,
    ],
  };
}

function flat(filter: Filter | undefined): { field: string; op: string }[] {
  if (!filter) return [];
  const { compositeFilter, fieldFilter, unaryFilter } = filter;
  if (compositeFilter && compositeFilter.op !== 'AND') throw new Error('OR needs an index for each branch');
  const one = fieldFilter ?? unaryFilter;
  return one ? [{ field: one.field.fieldPath, op: one.op }] : (compositeFilter?.filters.flatMap(flat) ?? []);
}

/** Single-field indexes exist automatically unless the file exempts the field; composite ones do not. */
export function isServed(need: NeededIndex, file: IndexFile): boolean {
  if (need.rest.length === 0) return need.equal.every((field) => hasField(need, field, 'ASCENDING', file));
  const [[field, mode]] = need.rest as [[string, Mode]];
  if (need.equal.length === 0 && need.rest.length === 1) return hasField(need, field, mode, file);
  return file.indexes.some((index) => serves(index, need)) || isMerged(need, file);
}

/**
 * Several equalities and one order: Firestore merges indexes that end in that order and together contain each field. Only
 * what the documentation promises: no array-contains, no other order before it.
 */
function isMerged(need: NeededIndex, file: IndexFile): boolean {
  const parts = partsOf(need, file.indexes);
  const found = parts.flatMap(({ fields }) => fields.map(({ fieldPath }) => fieldPath));
  return parts.length > 0 && need.equal.every((field) => found.includes(field));
}

/** Indexes that can be merged. */
export function partsOf(need: NeededIndex, indexes: IndexFile['indexes']): IndexFile['indexes'] {
  const [first] = need.rest;
  if (need.rest.length !== 1 || first?.[1] === 'CONTAINS') return [];
  return indexes.filter((index) => {
    const equal = index.fields.slice(0, -1).map(({ fieldPath }) => fieldPath);
    return equal.every((field) => need.equal.includes(field)) && serves(index, { ...need, equal });
  });
}

function hasField(need: NeededIndex, field: string, mode: Mode, file: IndexFile): boolean {
  const override = file.fieldOverrides.find(
    ({ collectionGroup, fieldPath }) =>
      collectionGroup === need.collection && (field === fieldPath || field.startsWith(`${fieldPath}.`)),
  );
  if (!override) return need.scope === 'COLLECTION';
  return override.indexes.some(
    ({ queryScope = 'COLLECTION', order, arrayConfig }) =>
      queryScope === need.scope && (order ?? arrayConfig) === mode,
  );
}

export function serves(index: IndexFile['indexes'][number], need: NeededIndex): boolean {
  const { length } = need.equal;
  const [first, rest] = [index.fields.slice(0, length), index.fields.slice(length)];
  const names = first.map(({ fieldPath }) => fieldPath);
  return (
    index.collectionGroup === need.collection &&
    index.queryScope === need.scope &&
    need.equal.every((field) => names.includes(field)) &&
    rest.length === need.rest.length &&
    rest.every(({ fieldPath, order, arrayConfig }, at) => {
      const [field, mode] = need.rest[at] as [string, Mode];
      return fieldPath === field && (order ?? arrayConfig) === mode;
    })
  );
}
