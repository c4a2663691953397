import { ImportFault } from './import-fault.ts';

/** Labels of one archive: a dataset has at most 400 tags. */
export const MOST_LABELS = 2000;

/**
 * Labels in an order that fits the lists in which they occur: exporters write the classes of an image in the order of all
 * classes. Otherwise in the order of their first occurrence.
 */
export class LabelOrder {
  /** Labels that were seen directly after each label. */
  readonly #after = new Map<string, Set<string>>();

  /** @throws ImportFault */
  note(labels: readonly string[]): void {
    for (const [at, label] of labels.entries()) {
      if (!this.#after.has(label)) this.#after.set(label, new Set());
      if (this.#after.size > MOST_LABELS)
        throw new ImportFault(
          `the archive has ${this.#after.size} labels or more; at most ${MOST_LABELS} are read`,
        );
      const after = this.#after.get(labels[at - 1] ?? label) as Set<string>;
      if (at === 0 || labels[at - 1] === label || after.has(label)) continue;
      after.add(label);
    }
  }

  /** Takes as long as there are pairs of neighbours, and labels times labels. */
  list(): string[] {
    const waits = new Map(Array.from(this.#after.keys(), (label) => [label, 0]));
    for (const after of this.#after.values())
      for (const label of after) waits.set(label, (waits.get(label) ?? 0) + 1);
    const ordered: string[] = [];
    while (waits.size > 0) {
      // Where lists contradict each other, the first occurrence decides.
      const next = firstReady(waits) ?? (waits.keys().next().value as string);
      ordered.push(next);
      waits.delete(next);
      for (const label of this.#after.get(next) ?? [])
        if (waits.has(label)) waits.set(label, (waits.get(label) as number) - 1);
    }
    return ordered;
  }
}

function firstReady(waits: ReadonlyMap<string, number>): string | undefined {
  for (const [label, count] of waits) if (count === 0) return label;
  return undefined;
}
