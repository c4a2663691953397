import { classNames } from '../../../../packages/formats/src/write/class-names.ts';
import type { VersionCounts } from '../../../../packages/records/src/version-counts.ts';
import type { VersionParameters } from '../../common/versions/version-ports.ts';
import { toPercentages } from '../split/percentages.ts';
import type { Split } from '../split/split.ts';
import { saidOf, warningsOf } from '../split/warnings.ts';
import type { VersionTally } from './version-tally.ts';

/** Maximum number of warnings that are stored. */
const MOST_WARNINGS = 100;

export function countVersion(
  parameters: VersionParameters,
  tally: VersionTally,
  split: Split,
): VersionCounts {
  const { tags, test, validation } = parameters;
  const names = classNames(parameters);
  const warnings = warningsOf(split, toPercentages({ test, validation }), (tag) => names.get(tag));
  return tally.counts(
    split,
    tags.map(({ id }) => id),
    saidOf(warnings.slice(0, MOST_WARNINGS)),
  );
}
