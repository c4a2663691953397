/** Changes of one image reach the service in the order in which they were made, each with the revision that the one before produced. */

/** The last change of each image that is in progress: the revision that it produces, undefined if it changes nothing. */
const last = new Map<string, Promise<number | undefined>>();

/**
 * Runs `send` when all earlier changes of these images have been answered.
 * @param send is told the revisions that those have produced, of images that were waited for
 * @param made the revisions that its own result has produced
 */
export async function inOrder<T>(
  ids: readonly string[],
  send: (earlier: ReadonlyMap<string, number>) => Promise<T>,
  made: (result: T) => Iterable<readonly [string, number]>,
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
    (result) => new Map(made(result)),
    () => new Map<string, number>(),
  );
  for (const id of ids) {
    const own = revisions.then((all) => all.get(id));
    last.set(id, own);
    void own.then(() => last.get(id) === own && last.delete(id));
  }
  return running;
}
