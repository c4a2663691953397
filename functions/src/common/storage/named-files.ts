/** Versions or runs, whose files are named by the hash of their content. */
interface Hashed {
  page(
    dataset: string,
    options: { limit: number; after: number | null },
  ): Promise<{ number: number; state: string; hash: string }[]>;
}

interface Named {
  hashes: Set<string>;
  /** Numbers of the runs that still take predictions. */
  open: number[];
  /** One is being made: what it will name is not known yet. */
  isBuilding: boolean;
}

/** Records that are read at once. */
const PAGE = 100;

/** The files that the versions, or the runs, of a dataset name. */
export async function namedFiles(dataset: string, records: Hashed): Promise<Named> {
  const named: Named = { hashes: new Set(), open: [], isBuilding: false };
  for (let after: number | null = null; ; ) {
    const page = await records.page(dataset, { limit: PAGE, after });
    for (const { number, state, hash } of page) {
      if (hash !== '') named.hashes.add(hash);
      if (state === 'open') named.open.push(number);
      if (state === 'building') named.isBuilding = true;
    }
    const last = page.at(-1);
    if (!last) return named;
    after = last.number;
  }
}

/** Their hashes; null while one is being made, because it may name any. */
export async function hashesOf(dataset: string, records: Hashed): Promise<Set<string> | null> {
  const { hashes, open, isBuilding } = await namedFiles(dataset, records);
  return isBuilding || open.length > 0 ? null : hashes;
}
