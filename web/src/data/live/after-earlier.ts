/** Sends changes of one image to the service in the order in which they were made, each with the revision that the one before produced. */

/** The last change in progress of each image: resolves to the revision that it produces, or undefined if it changes nothing. */
const last = new Map<string, Promise<number | undefined>>();

/**
 * Calls `send` as soon as all earlier changes of these images have finished.
 * @param send receives the revisions produced by the earlier changes that were still in progress
 * @param revisionsIn the revisions that its own result contains
 */
export async function afterEarlier<T>(
  ids: readonly string[],
  send: (earlier: ReadonlyMap<string, number>) => Promise<T>,
  revisionsIn: (result: T) => Iterable<readonly [string, number]>,
): Promise<T> {
  const before = ids.map((id) => [id, last.get(id)] as const);
  const running = (async () => {
    const earlier = new Map<string, number>();
    for (const [id, change] of before) {
      const revision = await change;
      if (revision !== undefined) earlier.set(id, revision);
    }
    return send(earlier);
  })();
  const revisions = running.then(
    (result) => new Map(revisionsIn(result)),
    () => new Map<string, number>(),
  );
  for (const id of ids) {
    const own = revisions.then((all) => all.get(id));
    last.set(id, own);
    void own.then(() => last.get(id) === own && last.delete(id));
  }
  return running;
}
