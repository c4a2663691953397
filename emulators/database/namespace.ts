import type { Caller } from './caller.ts';
import { DatabaseError, denied } from './database-error.ts';
import { hashOf } from './hash.ts';
import { treeFromJson } from './json.ts';
import { type Listen, type Place, updateOf, viewOf } from './listen.ts';
import { formatPath, nodeOf, parsePath } from './path.ts';
import { mayRead, mayWrite, rulesAt } from './rules/permission.ts';
import type { RuleTree } from './rules/rule-tree.ts';
import { getAt, type Tree } from './tree.ts';
import { applyWrite, putOf, type Write } from './write.ts';

/** One database: its tree, its rules and its listeners. */
export class Namespace {
  rules: RuleTree;
  #root: Tree = null;
  /** Number of writes so far. */
  changes = 0;
  readonly #listens = new Set<Listen>();

  constructor(rules: RuleTree) {
    this.rules = rules;
  }

  get root(): Tree {
    return this.#root;
  }

  /** Replaces everything, like an admin's put on the root. */
  load(json: unknown): void {
    const write = putOf([], json);
    this.#become(treeFromJson(json, { existing: null, now: Date.now(), depth: 0 }), write);
  }

  /** Throws `permission_denied`, and `invalid_data` for a query without its index. */
  read(place: Place, caller: Caller): Tree {
    const value = this.view(place, caller);
    const missing = this.missingIndex(place);
    if (missing) throw new DatabaseError('invalid_data', missing);
    return value;
  }

  /** Like `read`, for listeners: a query without an index is allowed. */
  view(place: Place, caller: Caller): Tree {
    if (!this.#isReader(caller, place)) throw denied();
    return viewOf(this.#root, place);
  }

  /** The service's sentence for a missing index; ordering by key or priority needs none. */
  missingIndex({ path, query }: Place): string | undefined {
    if (!query || query.orderBy === '.key' || query.orderBy === '.priority') return undefined;
    const index = query.orderBy === '.value' ? '/.value' : formatPath(parsePath(query.orderBy));
    if (rulesAt(this.rules, path)?.indexOn?.has(index)) return undefined;
    return `Index not defined, add ".indexOn": "${index.slice(1)}", for path "${formatPath(path)}", to the rules`;
  }

  /** Calls `listen` for every change from now on. @returns ends it. */
  subscribe(listen: Listen): () => void {
    this.#listens.add(listen);
    return () => void this.#listens.delete(listen);
  }

  /**
   * Does the whole write or nothing, and notifies the listeners before it returns.
   * @param expected hash of the writer's assumed value at `write.path`; throws `datastale` if it differs.
   */
  write(write: Write, caller: Caller, expected?: string): void {
    if (expected !== undefined && hashOf(getAt(this.#root, write.path)) !== expected) {
      throw new DatabaseError('datastale', 'Transaction hash does not match');
    }
    this.#become(this.#outcome(write, caller), write);
  }

  /** Throws what `write` would throw; changes nothing. */
  tryWrite(write: Write, caller: Caller): void {
    this.#outcome(write, caller);
  }

  /** Ends listens that are no longer permitted: after a change of caller or rules. */
  dropUnreadable(): void {
    for (const listen of this.#listens) this.#isStillReader(listen);
  }

  #outcome(write: Write, caller: Caller): Tree {
    const now = Date.now();
    const after = applyWrite(this.#root, write, now);
    const facts = { rules: this.rules, auth: caller.auth, now, before: this.#root, after };
    const allowed =
      caller.admin || write.entries.every(({ path }) => mayWrite({ ...facts, path: nodeOf(path) }));
    if (!allowed) throw denied();
    return after;
  }

  #become(after: Tree, write: Write): void {
    const before = this.#root;
    this.#root = after;
    this.changes += 1;
    for (const listen of [...this.#listens]) {
      const update = updateOf(listen, write, before, after);
      if (update && this.#isStillReader(listen)) listen.deliver(update);
    }
  }

  #isStillReader(listen: Listen): boolean {
    if (this.#isReader(listen.caller(), listen)) return true;
    this.#listens.delete(listen);
    listen.revoke();
    return false;
  }

  #isReader({ admin, auth }: Caller, { path, query }: Place): boolean {
    const facts = { rules: this.rules, auth, now: Date.now(), before: this.#root, after: this.#root };
    return admin || mayRead({ ...facts, path: nodeOf(path), query });
  }
}
