import type { Path } from '../path.ts';
import type { Query } from '../query.ts';
import { childrenOf, getAt, type Tree } from '../tree.ts';
import { isTrue, type Scope } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { queryForRules } from './query-for-rules.ts';
import type { RuleTree } from './rule-tree.ts';
import { Snapshot } from './snapshot.ts';

/** The facts of one decision. For a read, `after` equals `before`. */
export interface Question {
  rules: RuleTree;
  auth: unknown;
  now: number;
  before: Tree;
  after: Tree;
  path: Path;
  /** What a read requests besides the place. */
  query?: Query | undefined;
}

/** One level between the root and the place. */
interface Level {
  rules: RuleTree | undefined;
  path: Path;
  variables: ReadonlyMap<string, string>;
}

/** .read cascades: one allowing level is enough. */
export const mayRead = (question: Question): boolean => isGranted(question, 'read');

/** .write cascades like .read; then every .validate on the path and below must accept the new value. */
export function mayWrite(question: Question): boolean {
  return isGranted(question, 'write') && isValid(question);
}

function isGranted(question: Question, rule: 'read' | 'write'): boolean {
  return levelsOf(question).some((level) => says(question, level, level.rules?.[rule]));
}

function isValid(question: Question): boolean {
  const levels = levelsOf(question);
  const last = levels.at(-1);
  const onTheWay = levels.every((level) => isValidAt(question, level));
  return onTheWay && (last === undefined || isValidBelow(question, last));
}

function isValidAt(question: Question, level: Level): boolean {
  const rule = level.rules?.validate;
  if (!rule || getAt(question.after, level.path) === null) return true;
  return says(question, level, rule);
}

function isValidBelow(question: Question, level: Level): boolean {
  if (!level.rules) return true;
  return childrenOf(getAt(question.after, level.path))
    .map(([key]) => below(level, key))
    .every((child) => isValidAt(question, child) && isValidBelow(question, child));
}

function levelsOf({ rules, path }: Question): Level[] {
  const levels: Level[] = [{ rules, path: [], variables: new Map() }];
  for (const key of path) levels.push(below(levels.at(-1) as Level, key));
  return levels;
}

function below({ rules, path, variables }: Level, key: string): Level {
  const childPath = [...path, key];
  const own = rules?.children.get(key);
  if (own || !rules?.wildcard) return { rules: own, path: childPath, variables };
  const { name, rules: wild } = rules.wildcard;
  return { rules: wild, path: childPath, variables: new Map([...variables, [name, key]]) };
}

function says(question: Question, level: Level, rule: Expression | undefined): boolean {
  return rule !== undefined && isTrue(rule, scopeOf(question, level));
}

function scopeOf({ auth, now, before, after, query }: Question, { path, variables }: Level): Scope {
  return {
    auth,
    now,
    root: new Snapshot(before, []),
    data: new Snapshot(before, path),
    newData: new Snapshot(after, path),
    query: queryForRules(query),
    variables,
  };
}

/** The rules of the place itself. */
export const rulesAt = (rules: RuleTree, path: Path): RuleTree | undefined =>
  path.reduce<Level>(below, { rules, path: [], variables: new Map() }).rules;
