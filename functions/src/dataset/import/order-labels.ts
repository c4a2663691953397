import { ImportFault } from './import-fault.ts';

/** Labels of one archive: a dataset has at most 400 tags. */
export const MOST_LABELS = 2000;

/**
 * Labels in an order that fits the lists in which they occur: exporters write the classes of an image in the order of all
 * classes. Otherwise in the order of their first occurrence.
 */
export class LabelOrder {
  /** Labels that were seen directly before each label. */
  readonly #before = new Map<string, Set<string>>();

  /** @throws ImportFault */
  note(labels: readonly string[]): void {
    for (const [at, label] of labels.entries()) {
      const before = this.#before.get(label) ?? new Set();
      if (at > 0) before.add(labels[at - 1] as string);
      this.#before.set(label, before);
    }
    if (this.#before.size > MOST_LABELS)
      throw new ImportFault(`the archive has more than ${MOST_LABELS} labels`);
  }

  list(): string[] {
    const left = new Map(this.#before);
    const ordered = new Set<string>();
    while (left.size > 0) {
      // Where lists contradict each other, the first occurrence decides.
      const ready = [...left].find(([label, before]) =>
        [...before].every((each) => ordered.has(each) || each === label),
      );
      const [next] = ready ?? (left.entries().next().value as [string, Set<string>]);
      ordered.add(next);
      left.delete(next);
    }
    return [...ordered];
  }
}
