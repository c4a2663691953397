import type { Expression, Kind } from './expression.ts';
import { requirePattern } from './pattern.ts';
import { RuleError } from './rule-error.ts';
import { QUERY_PROPERTIES, SNAPSHOT_METHODS, STRING_METHODS } from './signatures.ts';
import { either, isOpen, mayBe, need, needBoolean, type Type } from './types.ts';

/** Names that a rule may use besides `auth`, `now`, `root` and `data`. */
export interface Names {
  /** Path variables of the rule's place, with their `$`. */
  variables: ReadonlySet<string>;
  /** `newData` exists in write rules, `query` in read rules. */
  rule: 'read' | 'write' | 'validate';
}

/**
 * Rejects at load time what the service rejects at deployment: unknown names and methods, and types that can never fit. A
 * rule must be known to be a boolean.
 */
export function checkRule(expression: Expression, names: Names): void {
  needBoolean('the rule', typeOf(expression, names));
}

function typeOf(expression: Expression, names: Names): Type {
  switch (expression.kind) {
    case 'literal':
      return expression.value === null ? 'null' : (typeof expression.value as Type);
    case 'regexp':
      requirePattern(expression);
      return 'regular expression';
    case 'list':
      return typeOfList(expression, names);
    case 'name':
      return typeOfName(expression.name, names);
    case 'member':
      return typeOfMember(expression, names);
    case 'call':
      return typeOfCall(expression, names);
    case 'not':
      needBoolean('what follows !', typeOf(expression.of, names));
      return 'boolean';
    case 'minus':
      need('what follows -', typeOf(expression.of, names), 'number');
      return 'number';
    case 'binary':
      return typeOfBinary(expression, names);
    case 'choice':
      needBoolean('the condition of ?', typeOf(expression.test, names));
      return either(typeOf(expression.yes, names), typeOf(expression.no, names));
  }
}

function typeOfList({ items }: Kind<'list'>, names: Names): Type {
  if (items.length === 0) throw new RuleError('a list of keys is empty');
  for (const item of items) need('a key', typeOf(item, names), 'string');
  return 'list';
}

function typeOfName(name: string, { variables, rule }: Names): Type {
  if (name === 'auth') return 'any';
  if (name === 'now') return 'number';
  if (name === 'root' || name === 'data') return 'snapshot';
  if (name === 'newData' && rule !== 'read') return 'snapshot';
  if (name === 'query' && rule === 'read') return 'query';
  if (variables.has(name)) return 'string';
  throw new RuleError(`unknown name ${name}`);
}

function typeOfMember({ of, name }: Kind<'member'>, names: Names): Type {
  const owner = typeOf(of, names);
  const nameType = typeOf(name, names);
  if (owner === 'any') {
    need('the name of a property', nameType, 'string');
    return 'any';
  }
  const known = name.kind === 'literal' ? String(name.value) : '';
  if (mayBe(owner, ['string']) && known === 'length') return 'number';
  const property = owner === 'query' ? QUERY_PROPERTIES.get(known) : undefined;
  if (property) return property;
  throw new RuleError(`unknown property .${known} of a ${owner}`);
}

function typeOfCall({ of, name, args }: Kind<'call'>, names: Names): Type {
  const owner = typeOf(of, names);
  const table = owner === 'snapshot' ? SNAPSHOT_METHODS : mayBe(owner, ['string']) ? STRING_METHODS : null;
  const signature = table?.get(name);
  if (!signature) throw new RuleError(`unknown method .${name}() of a ${owner}`);
  const { takes, gives, optional } = signature;
  if (optional && args.length === 0) return gives;
  if (args.length !== takes.length) throw new RuleError(`.${name}() takes ${takes.length} arguments`);
  for (const [at, arg] of args.entries())
    need(`argument ${at + 1} of .${name}()`, typeOf(arg, names), takes[at] as Type);
  // Types known only at evaluation cannot be one of these two.
  if (
    ['list', 'regular expression'].includes(takes[0] ?? '') &&
    !['list', 'regexp'].includes(args[0]?.kind ?? '')
  )
    throw new RuleError(`.${name}() takes a ${takes[0]} that is written out`);
  return gives;
}

function typeOfBinary({ sign, left, right }: Kind<'binary'>, names: Names): Type {
  const sides: readonly [Type, Type] = [typeOf(left, names), typeOf(right, names)];
  if (sign === '+') return typeOfSum(sides);
  if (['-', '*', '/', '%'].includes(sign)) {
    needBoth(sign, sides, 'number');
    return 'number';
  }
  if (sign === '&&' || sign === '||') for (const side of sides) needBoolean(`a side of ${sign}`, side);
  else if (!/[<>]/.test(sign)) needBoth(sign, sides, 'string', 'number', 'boolean', 'null');
  else {
    needBoth(sign, sides, 'string', 'number', 'null');
    if (!sides.some(isOpen) && sides[0] !== sides[1])
      throw new RuleError(`the sides of ${sign} are of two types`);
  }
  return 'boolean';
}

function typeOfSum(sides: readonly [Type, Type]): Type {
  needBoth('+', sides, 'string', 'number');
  if (sides.includes('string')) return 'string';
  return sides.some(isOpen) ? 'primitive' : 'number';
}

function needBoth(sign: string, sides: readonly Type[], ...wanted: Type[]): void {
  for (const side of sides) need(`a side of ${sign}`, side, ...wanted);
}
