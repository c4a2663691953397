import { formatPath, nodeOf, parsePath } from '../path.ts';
import { checkRule } from './check.ts';
import type { Expression } from './expression.ts';
import { parseExpression } from './parse.ts';
import { RuleError } from './rule-error.ts';

/** The rules of one place and below. */
export interface RuleTree {
  read?: Expression;
  write?: Expression;
  validate?: Expression;
  children: ReadonlyMap<string, RuleTree>;
  /** Indexes of the children: paths of their children, or `.value`. */
  indexOn?: ReadonlySet<string>;
  /** Rules of every child without its own; `name` includes the `$`. */
  wildcard?: { name: string; rules: RuleTree };
}

type Dictionary = Record<string, unknown>;
const RULES = ['.read', '.write', '.validate'] as const;

/** Without rules only admins read and write. */
export const NO_RULES: RuleTree = { children: new Map() };

/**
 * @param text `{"rules": {...}}` as JSON, with comments as in JavaScript.
 * Throws RuleError, with the place in the file, for anything unknown.
 */
export function parseRules(text: string): RuleTree {
  const file = requireObject(parseJson(text), '');
  const unknown = Object.keys(file).find((key) => key !== 'rules');
  if (unknown !== undefined) throw new RuleError(`/: unknown key ${unknown}`);
  return treeOf(requireObject(file.rules, '/rules'), '/rules', new Set());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text));
  } catch (error) {
    throw new RuleError(`the rules are no JSON: ${(error as Error).message}`);
  }
}

/** Strings are skipped first, so that a comment inside one is kept. */
const withoutComments = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replace(/[^\n]/g, ' '),
  );

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
  if (key === '.indexOn') {
    tree.indexOn = indexesOf(value, place);
    return;
  }
  const rule = RULES.find((each) => each === key);
  if (!rule) throw new RuleError(`${place}: unknown rule ${key}`);
  const name = rule.slice(1) as 'read' | 'write' | 'validate';
  try {
    const expression = parseRule(value);
    checkRule(expression, { variables, rule: name });
    tree[name] = expression;
  } catch (error) {
    throw new RuleError(`${place}/${key}: ${(error as Error).message}`);
  }
}

function indexesOf(value: unknown, place: string): ReadonlySet<string> {
  const names: unknown[] = Array.isArray(value) ? value : [value];
  for (const name of names) {
    if (typeof name !== 'string' || name === '' || !(name === '.value' || isPath(name)))
      throw new RuleError(
        `${place}/.indexOn: ${JSON.stringify(name)} is neither a path of a child nor .value`,
      );
  }
  return new Set(names.map((name) => formatPath(name === '.value' ? ['.value'] : parsePath(String(name)))));
}

function isPath(text: string): boolean {
  try {
    return nodeOf(parsePath(text)).length === text.split('/').filter(Boolean).length && text !== '/';
  } catch {
    return false;
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
