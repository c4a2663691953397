import { checkRule } from './check.ts';
import type { Expression } from './expression.ts';
import { parseExpression } from './parse.ts';
import { RuleError } from './rule-error.ts';

/** The rules of one place and of what lies below it. */
export interface RuleTree {
  read?: Expression;
  write?: Expression;
  validate?: Expression;
  children: ReadonlyMap<string, RuleTree>;
  /** Rules of every child without rules of its own; `name` with its `$`. */
  wildcard?: { name: string; rules: RuleTree };
}

type Dictionary = Record<string, unknown>;
const RULES = ['.read', '.write', '.validate'] as const;

/** Without rules nobody but an admin reads or writes. */
export const NO_RULES: RuleTree = { children: new Map() };

/**
 * @param text `{"rules": {...}}` as JSON, without comments.
 * Throws RuleError, with the place in the file, for anything that it does not know.
 */
export function parseRules(text: string): RuleTree {
  const file = requireObject(parseJson(text), '');
  const unknown = Object.keys(file).find((key) => key !== 'rules');
  if (unknown !== undefined) throw new RuleError(`/: unknown key ${unknown}`);
  return treeOf(requireObject(file.rules, '/rules'), '/rules', new Set());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RuleError(`the rules are no JSON: ${(error as Error).message}`);
  }
}

function requireObject(value: unknown, place: string): Dictionary {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RuleError(`${place}: no object`);
  return value as Dictionary;
}

function treeOf(source: Dictionary, place: string, variables: ReadonlySet<string>): RuleTree {
  const children = new Map<string, RuleTree>();
  const tree: RuleTree = { children };
  for (const [key, value] of Object.entries(source)) {
    if (key.startsWith('.')) addRule(tree, key, value, place, variables);
    else if (key.startsWith('$')) addWildcard(tree, key, value, place, variables);
    else children.set(key, treeOf(requireObject(value, `${place}/${key}`), `${place}/${key}`, variables));
  }
  return tree;
}

function addRule(tree: RuleTree, key: string, value: unknown, place: string, variables: ReadonlySet<string>) {
  // Indexes speed queries up and decide nothing.
  if (key === '.indexOn') return;
  const rule = RULES.find((each) => each === key);
  if (!rule) throw new RuleError(`${place}: unknown rule ${key}`);
  try {
    const expression = parseRule(value);
    checkRule(expression, { variables, newData: rule !== '.read' });
    tree[rule.slice(1) as 'read' | 'write' | 'validate'] = expression;
  } catch (error) {
    throw new RuleError(`${place}/${key}: ${(error as Error).message}`);
  }
}

function parseRule(value: unknown): Expression {
  if (typeof value === 'boolean') return { kind: 'literal', value };
  if (typeof value !== 'string') throw new RuleError('neither a boolean nor an expression');
  return parseExpression(value);
}

function addWildcard(
  tree: RuleTree,
  name: string,
  value: unknown,
  place: string,
  outer: ReadonlySet<string>,
) {
  if (tree.wildcard || outer.has(name)) throw new RuleError(`${place}: a second wildcard ${name}`);
  const below = `${place}/${name}`;
  tree.wildcard = { name, rules: treeOf(requireObject(value, below), below, new Set([...outer, name])) };
}
