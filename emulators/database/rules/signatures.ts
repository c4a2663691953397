import type { Type } from './types.ts';

export interface Signature {
  takes: readonly Type[];
  gives: Type;
  /** The arguments are optional. */
  optional?: boolean;
}

type Signatures = ReadonlyMap<string, Signature>;

const methods = (table: Record<string, [takes: Type[], gives: Type, optional?: boolean]>): Signatures =>
  new Map(
    Object.entries(table).map(([name, [takes, gives, optional = false]]) => [
      name,
      { takes, gives, optional },
    ]),
  );

export const SNAPSHOT_METHODS = methods({
  val: [[], 'primitive'],
  child: [['string'], 'snapshot'],
  parent: [[], 'snapshot'],
  hasChild: [['string'], 'boolean'],
  hasChildren: [['list'], 'boolean', true],
  exists: [[], 'boolean'],
  getPriority: [[], 'primitive'],
  isNumber: [[], 'boolean'],
  isString: [[], 'boolean'],
  isBoolean: [[], 'boolean'],
});

export const STRING_METHODS = methods({
  contains: [['string'], 'boolean'],
  beginsWith: [['string'], 'boolean'],
  endsWith: [['string'], 'boolean'],
  replace: [['string', 'string'], 'string'],
  toLowerCase: [[], 'string'],
  toUpperCase: [[], 'string'],
  matches: [['regular expression'], 'boolean'],
});

export const QUERY_PROPERTIES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['orderByKey', 'boolean'],
  ['orderByPriority', 'boolean'],
  ['orderByValue', 'boolean'],
  ['orderByChild', 'primitive'],
  ['startAt', 'primitive'],
  ['endAt', 'primitive'],
  ['equalTo', 'primitive'],
  ['limitToFirst', 'primitive'],
  ['limitToLast', 'primitive'],
]);
