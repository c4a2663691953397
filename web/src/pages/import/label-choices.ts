/** Which class each label of an archive becomes: what the selects hold, and what the service takes. Pure. */
import type { CheckedImport, TagMap } from '../../data/versions/imports.ts';

type Label = CheckedImport['labels'][number];

/** Ids of choices that are not tags. Tag ids contain no colon. */
export const NEW = ':new';
export const OUT = ':out';

/** By label. Labels that are missing here keep the service's choice. */
export type LabelChoices = Readonly<Record<string, string>>;

/** What the service does with a label if nothing was chosen for it. */
export const usualChoice = ({ tag, isNew }: Label): string => (isNew ? NEW : (tag ?? OUT));

/** @returns undefined if no choice differs from the service's */
export function toTagMap(labels: readonly Label[], choices: LabelChoices): TagMap | undefined {
  const changed = labels.flatMap((label): [string, string | null][] => {
    const choice = choices[label.label] ?? usualChoice(label);
    if (choice === usualChoice(label)) return [];
    return [[label.label, choice === OUT ? null : choice === NEW ? (label.name ?? label.label) : choice]];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
