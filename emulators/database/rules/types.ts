import { RuleError } from './rule-error.ts';

/** What is known of a value before evaluation; `any` and `primitive` are checked again during it. */
export type Type =
  | 'any'
  | 'primitive'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'snapshot'
  | 'query'
  | 'regular expression'
  | 'list';

const PRIMITIVE: ReadonlySet<Type> = new Set(['string', 'number', 'boolean', 'null', 'primitive']);

export const isOpen = (type: Type): boolean => type === 'any' || type === 'primitive';

/** Whether a value of this type can be one of `wanted`. */
export function mayBe(type: Type, wanted: readonly Type[]): boolean {
  if (type === 'any') return true;
  if (type === 'primitive') return wanted.some((each) => PRIMITIVE.has(each));
  return wanted.includes(type) || (PRIMITIVE.has(type) && wanted.includes('primitive'));
}

/** @throws RuleError if it cannot be any of them */
export function need(what: string, type: Type, ...wanted: Type[]): void {
  if (!mayBe(type, wanted)) throw new RuleError(`${what} is a ${type}, not a ${wanted.join(' or ')}`);
}

/** @throws RuleError unless it is known to be a boolean: conditions are not checked later */
export function needBoolean(what: string, type: Type): void {
  if (type !== 'boolean') throw new RuleError(`${what} must be a boolean`);
}

/** Type of a conditional expression. */
export function either(one: Type, other: Type): Type {
  if (one === other) return one;
  return PRIMITIVE.has(one) && PRIMITIVE.has(other) ? 'primitive' : 'any';
}
