/** Versions or runs, whose files are named by the hash of their content. */
interface Hashed {
  page(
    dataset: string,
    options: { limit: number; after: number | null },
  ): Promise<{ number: number; state: string; hash: string }[]>;
}

/** Records that are read at once. */
const PAGE = 100;

/** Hashes that the versions, or the runs, of a dataset name; null while one is being made, because it may name any. */
export async function hashesOf(dataset: string, records: Hashed): Promise<Set<string> | null> {
  const hashes = new Set<string>();
  for (let after: number | null = null; ; ) {
    const page = await records.page(dataset, { limit: PAGE, after });
    if (page.some(({ state }) => state === 'building' || state === 'open')) return null;
    for (const { hash } of page) if (hash !== '') hashes.add(hash);
    const last = page.at(-1);
    if (!last) return hashes;
    after = last.number;
  }
}
