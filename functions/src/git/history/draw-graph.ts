/**
 * Lanes of the commit graph: which column each commit stands in, and which lines lead to the row below. Pure.
 * A lane belongs to the commit that it is waiting for; the first parent goes on in its child's lane.
 */
export interface GraphCommit {
  hash: string;
  parents: readonly string[];
}

/** A line from this row to the next one below. */
export interface GraphEdge {
  from: number;
  to: number;
  /** The commit that the line leads to. */
  hash: string;
}

export interface GraphRow {
  lane: number;
  edges: GraphEdge[];
}

/** One row per commit, in the order given, which must put children before parents. */
export function drawGraph(commits: readonly GraphCommit[]): GraphRow[] {
  const drawer = new GraphDrawer();
  return commits.map((commit) => drawer.draw(commit));
}

/** Draws row by row, so that a page can begin where the one before it ended. */
export class GraphDrawer {
  /** Per lane the commit that it waits for; undefined where the lane is free. */
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
