/** What a rule expression means, after parsing and checking. */
export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'list'; items: Expression[] }
  /** `auth`, `now`, or a path variable such as `$monitor`. */
  | { kind: 'name'; name: string }
  /** `root`, `data` or `newData`. */
  | { kind: 'snapshot'; name: string }
  | { kind: 'member'; of: Expression; name: string }
  | { kind: 'call'; of: Expression; name: string; args: Expression[] }
  | { kind: 'not' | 'minus'; of: Expression }
  | { kind: 'binary'; sign: string; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression };
