import type { Expression } from './expression.ts';
import type { Snapshot } from './snapshot.ts';

/** What the names of a rule stand for in one decision. */
export interface Scope {
  auth: unknown;
  /** Milliseconds since the epoch. */
  now: number;
  root: Snapshot;
  data: Snapshot;
  newData: Snapshot;
  variables: ReadonlyMap<string, string>;
}

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Whether the rule says yes. Anything else, a mistake of types included, is no. */
export function isTrue(rule: Expression, scope: Scope): boolean {
  try {
    return evaluate(rule, scope) === true;
  } catch {
    return false;
  }
}

function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'name':
      return valueOfName(expression.name, scope);
    case 'snapshot':
      return scope[expression.name as 'root' | 'data' | 'newData'];
    case 'member':
      return memberOf(evaluate(expression.of, scope), expression.name);
    case 'call':
      return callOn(expression, scope);
    case 'not':
      return !needBoolean(evaluate(expression.of, scope));
    case 'minus':
      return -needNumber(evaluate(expression.of, scope));
    case 'binary':
      return binary(expression, scope);
    case 'choice':
      return evaluate(needBoolean(evaluate(expression.test, scope)) ? expression.yes : expression.no, scope);
  }
}

function valueOfName(name: string, scope: Scope): unknown {
  if (name === 'auth') return scope.auth;
  return name === 'now' ? scope.now : scope.variables.get(name);
}

function memberOf(owner: unknown, name: string): unknown {
  const isOwn = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name);
  return isOwn ? (owner as Record<string, unknown>)[name] : null;
}

function callOn({ of, name, args }: Kind<'call'>, scope: Scope): unknown {
  const snapshot = evaluate(of, scope) as Snapshot;
  const [first] = args.map((arg) => evaluate(arg, scope));
  switch (name) {
    case 'child':
      return snapshot.child(needString(first));
    case 'parent':
      return snapshot.parent();
    case 'val':
      return snapshot.value;
    case 'exists':
      return snapshot.exists();
    case 'hasChild':
      return snapshot.child(needString(first)).exists();
    case 'hasChildren':
      return snapshot.hasChildren((first as unknown[] | undefined)?.map(needString));
    default:
      return typeof snapshot.value === name.slice(2).toLowerCase();
  }
}

function binary({ sign, left, right }: Kind<'binary'>, scope: Scope): unknown {
  const first = evaluate(left, scope);
  if (sign === '&&') return needBoolean(first) && needBoolean(evaluate(right, scope));
  if (sign === '||') return needBoolean(first) || needBoolean(evaluate(right, scope));
  const second = evaluate(right, scope);
  if (sign === '==' || sign === '===') return first === second;
  if (sign === '!=' || sign === '!==') return first !== second;
  if (sign === '+') return add(first, second);
  if (sign === '-') return needNumber(first) - needNumber(second);
  return compare(sign, first, second);
}

function add(first: unknown, second: unknown): string | number {
  if (typeof first === 'number' && typeof second === 'number') return first + second;
  return `${needPlain(first)}${needPlain(second)}`;
}

function compare(sign: string, first: unknown, second: unknown): boolean {
  if (typeof first !== typeof second || !['number', 'string'].includes(typeof first))
    throw new TypeError(sign);
  const [a, b] = [first as number, second as number];
  if (sign === '<') return a < b;
  if (sign === '<=') return a <= b;
  return sign === '>' ? a > b : a >= b;
}

function need<T>(value: unknown, type: string): T {
  if (typeof value !== type) throw new TypeError(`a ${type} is needed`);
  return value as T;
}
const needBoolean = (value: unknown): boolean => need(value, 'boolean');
const needNumber = (value: unknown): number => need(value, 'number');
const needString = (value: unknown): string => need(value, 'string');

function needPlain(value: unknown): unknown {
  if (value === null || typeof value === 'object') throw new TypeError('a plain value is needed');
  return value;
}
