/**
 * Lets stores do what a test needs, to the end of its file: what it does not name stays as it is.
 * @param stores by any name, and `others` what stands in for them, by the same ones
 */
export function standIn<S extends Record<string, object>>(
  stores: S,
  others: { [Name in keyof S]?: object },
): void {
  for (const [name, store] of Object.entries(stores)) {
    const other = others[name] ?? {};
    for (const key of new Set([...Object.keys(store), ...Object.keys(other)])) {
      const value: unknown = Reflect.get(other, key);
      if (value !== undefined)
        Reflect.set(store, key, typeof value === 'function' ? value.bind(other) : value);
    }
  }
}
