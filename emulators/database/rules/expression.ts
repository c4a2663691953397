/** A rule expression, after parsing. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'regexp'; source: string; flags: string }
  | { kind: 'list'; items: Expression[] }
  /** `auth`, `now`, `root`, `data`, `newData`, `query`, or a path variable such as `$monitor`. */
  | { kind: 'name'; name: string }
  /** `of.name`, and `of['name']` with any expression as the name. */
  | { kind: 'member'; of: Expression; name: Expression }
  | { kind: 'call'; of: Expression; name: string; args: Expression[] }
  | { kind: 'not' | 'minus'; of: Expression }
  | { kind: 'binary'; sign: string; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression };

export type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;
