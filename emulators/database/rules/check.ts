import type { Expression } from './expression.ts';
import { RuleError } from './rule-error.ts';

/** What a rule may name beside `auth`, `now`, `root` and `data`. */
export interface Names {
  /** Path variables of the rule's place, with their `$`. */
  variables: ReadonlySet<string>;
  /** Whether `newData` exists: in .write and .validate, not in .read. */
  newData: boolean;
}

type Kind = 'snapshot' | 'auth' | 'list' | 'value';
/** Methods of a snapshot: what they take, and what they give. */
const METHODS: Record<string, { takes: readonly Kind[]; optional?: boolean; gives: Kind }> = {
  child: { takes: ['value'], gives: 'snapshot' },
  parent: { takes: [], gives: 'snapshot' },
  val: { takes: [], gives: 'value' },
  exists: { takes: [], gives: 'value' },
  hasChild: { takes: ['value'], gives: 'value' },
  hasChildren: { takes: ['list'], optional: true, gives: 'value' },
  isString: { takes: [], gives: 'value' },
  isNumber: { takes: [], gives: 'value' },
  isBoolean: { takes: [], gives: 'value' },
};

/** Refuses, when the file is loaded, what evaluation would not know: unknown names, methods, and misplaced snapshots. */
export function checkRule(expression: Expression, names: Names): void {
  needValue(expression, names);
}

function needValue(expression: Expression, names: Names): void {
  const kind = kindOf(expression, names);
  if (kind !== 'value' && kind !== 'auth') throw new RuleError(`a ${kind} stands where a value is needed`);
}

function kindOf(expression: Expression, names: Names): Kind {
  switch (expression.kind) {
    case 'literal':
      return 'value';
    case 'list':
      return needAll(expression.items, names, 'list');
    case 'name':
      return kindOfName(expression.name, names);
    case 'snapshot':
      return kindOfSnapshot(expression.name, names);
    case 'member':
      if (kindOf(expression.of, names) !== 'auth')
        throw new RuleError(`unknown property .${expression.name}`);
      return 'auth';
    case 'call':
      return kindOfCall(expression, names);
    case 'binary':
      return needAll([expression.left, expression.right], names, 'value');
    case 'choice':
      return needAll([expression.test, expression.yes, expression.no], names, 'value');
    default:
      return needAll([expression.of], names, 'value');
  }
}

function needAll(parts: Expression[], names: Names, gives: Kind): Kind {
  for (const part of parts) needValue(part, names);
  return gives;
}

function kindOfName(name: string, names: Names): Kind {
  if (name === 'auth') return 'auth';
  if (name === 'now' || names.variables.has(name)) return 'value';
  throw new RuleError(`unknown name ${name}`);
}

function kindOfSnapshot(name: string, names: Names): Kind {
  if (name === 'newData' && !names.newData) throw new RuleError('newData is not known in .read');
  return 'snapshot';
}

function kindOfCall({ of, name, args }: Extract<Expression, { kind: 'call' }>, names: Names): Kind {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (!method || kindOf(of, names) !== 'snapshot') throw new RuleError(`unknown method .${name}()`);
  const given = args.map((arg) => kindOf(arg, names)).map((kind) => (kind === 'auth' ? 'value' : kind));
  const fits = given.length === method.takes.length && given.every((kind, at) => kind === method.takes[at]);
  if (!fits && !(method.optional && given.length === 0))
    throw new RuleError(`wrong arguments for .${name}()`);
  return method.gives;
}
