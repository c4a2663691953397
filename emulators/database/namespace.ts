import type { Caller } from './caller.ts';
import { hashOf } from './hash.ts';
import { treeFromJson } from './json.ts';
import { type Listen, updateOf, viewOf } from './listen.ts';
import type { Path } from './path.ts';
import { denied, Refusal } from './refusal.ts';
import { mayRead, mayWrite } from './rules/permission.ts';
import type { RuleTree } from './rules/rule-tree.ts';
import { getAt, type Tree } from './tree.ts';
import { applyWrite, putOf, type Write } from './write.ts';

/** One database: its tree, its rules, and who listens. */
export class Namespace {
  rules: RuleTree;
  #root: Tree = null;
  readonly #listens = new Set<Listen>();

  constructor(rules: RuleTree) {
    this.rules = rules;
  }

  get root(): Tree {
    return this.#root;
  }

  /** Replaces everything, as an admin's put on the root does. */
  load(json: unknown): void {
    const write = putOf([], json);
    this.#become(treeFromJson(json, { existing: null, now: Date.now(), depth: 0 }), write);
  }

  /** Throws `permission_denied`. */
  read(place: Pick<Listen, 'path' | 'query'>, caller: Caller): Tree {
    if (!this.#isReader(caller, place.path)) throw denied();
    return viewOf(this.#root, place);
  }

  /** Tells `listen` of every change from now on. @returns what ends it. */
  subscribe(listen: Listen): () => void {
    this.#listens.add(listen);
    return () => void this.#listens.delete(listen);
  }

  /**
   * Does the whole write or nothing, and tells the listeners before it returns.
   * @param expected hash of what the writer believes to stand at `write.path`; `datastale` if it does not.
   */
  write(write: Write, caller: Caller, expected?: string): void {
    if (expected !== undefined && hashOf(getAt(this.#root, write.path)) !== expected) {
      throw new Refusal('datastale', 'Transaction hash does not match');
    }
    this.#become(this.#outcome(write, caller), write);
  }

  /** Throws what `write` would, and changes nothing. */
  tryWrite(write: Write, caller: Caller): void {
    this.#outcome(write, caller);
  }

  /** Ends the listens of those who may not read any more: after a change of caller or rules. */
  dropUnreadable(): void {
    for (const listen of this.#listens) this.#isStillReader(listen);
  }

  #outcome(write: Write, caller: Caller): Tree {
    const now = Date.now();
    const after = applyWrite(this.#root, write, now);
    const facts = { rules: this.rules, auth: caller.auth, now, before: this.#root, after };
    const allowed = caller.admin || write.entries.every(({ path }) => mayWrite({ ...facts, path }));
    if (!allowed) throw denied();
    return after;
  }

  #become(after: Tree, write: Write): void {
    const before = this.#root;
    this.#root = after;
    for (const listen of [...this.#listens]) {
      const update = updateOf(listen, write, before, after);
      if (update && this.#isStillReader(listen)) listen.deliver(update);
    }
  }

  #isStillReader(listen: Listen): boolean {
    if (this.#isReader(listen.caller(), listen.path)) return true;
    this.#listens.delete(listen);
    listen.revoke();
    return false;
  }

  #isReader({ admin, auth }: Caller, path: Path): boolean {
    const facts = { rules: this.rules, auth, now: Date.now(), before: this.#root, after: this.#root };
    return admin || mayRead({ ...facts, path });
  }
}
