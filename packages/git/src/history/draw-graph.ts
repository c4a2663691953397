/**
 * Lanes of the commit graph: the column of each commit, and the lines to the row below. Pure.
 * A lane waits for a commit; the first parent continues in its child's lane.
 */
export interface GraphCommit {
  hash: string;
  parents: readonly string[];
}

/** A line from this row to the next one below. */
export interface GraphEdge {
  from: number;
  to: number;
  /** The commit at the end of the line. */
  hash: string;
}

export interface GraphRow {
  lane: number;
  edges: GraphEdge[];
}

/** Draws one row per commit, children before parents, so that a page can continue where the previous one ended. */
export class GraphDrawer {
  /** The commit that each lane waits for; undefined if the lane is free. */
  #lanes: (string | undefined)[] = [];

  draw({ hash, parents }: GraphCommit): GraphRow {
    const lane = this.#place(hash);
    const before = [...this.#lanes];
    // Every lane that waited for this commit ends here.
    this.#lanes = this.#lanes.map((waiting) => (waiting === hash ? undefined : waiting));
    const edges = before.flatMap((waiting, at) =>
      waiting === undefined || waiting === hash ? [] : [{ from: at, to: at, hash: waiting }],
    );
    for (const [at, parent] of parents.entries())
      edges.push({ from: lane, to: this.#join(parent, lane, at === 0), hash: parent });
    this.#trim();
    return { lane, edges: edges.sort((a, b) => a.from - b.from || a.to - b.to) };
  }

  #place(hash: string): number {
    const waiting = this.#lanes.indexOf(hash);
    if (waiting >= 0) return waiting;
    const lane = this.#free();
    this.#lanes[lane] = hash;
    return lane;
  }

  #join(parent: string, own: number, isFirst: boolean): number {
    const waiting = this.#lanes.indexOf(parent);
    if (waiting >= 0) return waiting;
    const lane = isFirst ? own : this.#free();
    this.#lanes[lane] = parent;
    return lane;
  }

  #free(): number {
    const free = this.#lanes.indexOf(undefined);
    return free < 0 ? this.#lanes.length : free;
  }

  #trim(): void {
    while (this.#lanes.length > 0 && this.#lanes.at(-1) === undefined) this.#lanes.pop();
  }
}
