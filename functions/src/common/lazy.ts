/** Creates a value at its first use and keeps it. A promise that fails is forgotten, so that the next use tries again. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise) value.catch(() => (made = undefined));
    return value;
  };
}
