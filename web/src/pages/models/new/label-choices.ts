/** Which class each label of a file stands for: what the selects hold, and what the service takes. Pure. */
import type { CheckedRun, RunFileOptions } from '../../../data/runs/run-files.ts';

type Label = CheckedRun['labels'][number];

/** Not a tag: tag ids contain no colon. */
export const OUT = ':out';

/** By label. Labels that are missing here keep the service's choice. */
export type LabelChoices = Readonly<Record<string, string>>;

export const choiceOf = ({ label, tag }: Label, choices: LabelChoices): string =>
  choices[label] ?? tag ?? OUT;

/** What was asked before, with the choices that differ from what the service would do. */
export function withChoices(
  asked: RunFileOptions,
  labels: readonly Label[],
  choices: LabelChoices,
): RunFileOptions {
  const changed = labels
    .filter((label) => choiceOf(label, choices) !== (label.tag ?? OUT))
    .map((label): [string, string | null] => {
      const choice = choiceOf(label, choices);
      return [label.label, choice === OUT ? null : choice];
    });
  const tagmap = { ...(asked.tagmap as Record<string, string | null>), ...Object.fromEntries(changed) };
  return Object.keys(tagmap).length === 0 ? asked : { ...asked, tagmap };
}

/** How many predictions come with these choices. */
export const comingOf = (labels: readonly Label[], choices: LabelChoices): number =>
  labels.reduce((sum, label) => sum + (choiceOf(label, choices) === OUT ? 0 : label.predictions), 0);
