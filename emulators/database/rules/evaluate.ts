import type { Expression, Kind } from './expression.ts';
import { Snapshot } from './snapshot.ts';
import { callString } from './string-methods.ts';

/** Values of a rule's names for one decision. */
export interface Scope {
  auth: unknown;
  /** Milliseconds since the epoch. */
  now: number;
  root: Snapshot;
  data: Snapshot;
  newData: Snapshot;
  /** Properties by the names that rules use. */
  query: Readonly<Record<string, unknown>>;
  variables: ReadonlyMap<string, string>;
}

/** Whether the rule evaluates to true. Anything else, including a type error, is false. */
export function isTrue(rule: Expression, scope: Scope): boolean {
  try {
    return evaluate(rule, scope) === true;
  } catch {
    return false;
  }
}

/** @throws TypeError if the types do not fit */
export function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'regexp':
      return new RegExp(expression.source, `${expression.flags}s`);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'name':
      return valueOfName(expression.name, scope);
    case 'member':
      return memberOf(evaluate(expression.of, scope), need(evaluate(expression.name, scope), 'string'));
    case 'call':
      return callOn(expression, scope);
    case 'not':
      return !need(evaluate(expression.of, scope), 'boolean');
    case 'minus':
      return -need(evaluate(expression.of, scope), 'number');
    case 'binary':
      return binary(expression, scope);
    case 'choice':
      return evaluate(
        need(evaluate(expression.test, scope), 'boolean') ? expression.yes : expression.no,
        scope,
      );
  }
}

function valueOfName(name: string, scope: Scope): unknown {
  if (name.startsWith('$')) return scope.variables.get(name);
  return scope[name as keyof Scope];
}

/** A missing property is null, also of a missing object. */
function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner === 'string' && name === 'length') return owner.length;
  const isOwn = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name);
  return isOwn ? (owner as Record<string, unknown>)[name] : null;
}

function callOn({ of, name, args }: Kind<'call'>, scope: Scope): unknown {
  const owner = evaluate(of, scope);
  const given = args.map((arg) => evaluate(arg, scope));
  return owner instanceof Snapshot ? owner.call(name, given) : callString(need(owner, 'string'), name, given);
}

function binary({ sign, left, right }: Kind<'binary'>, scope: Scope): unknown {
  const first = evaluate(left, scope);
  if (sign === '&&') return need(first, 'boolean') && need(evaluate(right, scope), 'boolean');
  if (sign === '||') return need(first, 'boolean') || need(evaluate(right, scope), 'boolean');
  const second = evaluate(right, scope);
  if (sign === '==' || sign === '===') return first === second;
  if (sign === '!=' || sign === '!==') return first !== second;
  if (sign === '+') return add(first, second);
  if (/[<>]/.test(sign)) return compare(sign, first, second);
  return calculate(sign, need(first, 'number'), need(second, 'number'));
}

function add(first: unknown, second: unknown): string | number {
  if (typeof first === 'number' && typeof second === 'number') return first + second;
  for (const side of [first, second])
    if (typeof side !== 'string' && typeof side !== 'number')
      throw new TypeError('+ takes texts and numbers');
  return `${first}${second}`;
}

/** Division by zero gives NaN, which is neither greater nor less than any number. */
function calculate(sign: string, first: number, second: number): number {
  if (sign === '-') return first - second;
  if (sign === '*') return first * second;
  if (sign === '/') return second === 0 ? Number.NaN : first / second;
  return first % second;
}

function compare(sign: string, first: unknown, second: unknown): boolean {
  const isOfOneType = typeof first === typeof second && (first === null) === (second === null);
  if (!isOfOneType || !(first === null || ['number', 'string'].includes(typeof first)))
    throw new TypeError(`the sides of ${sign} are of two types`);
  const [a, b] = [first as number, second as number];
  if (sign === '<') return a < b;
  if (sign === '<=') return a <= b;
  return sign === '>' ? a > b : a >= b;
}

interface Needed {
  string: string;
  number: number;
  boolean: boolean;
}

function need<T extends keyof Needed>(value: unknown, type: T): Needed[T] {
  if (typeof value !== type) throw new TypeError(`a ${type} is needed`);
  return value as Needed[T];
}
