import type { Classes } from '../../../../../../packages/formats/src/write/export-source.ts';
import type { Dataset } from '../../../../common/model.ts';

/** What good parts are called where nobody has said which classes are bad. */
const GOOD = 'good';

/** The classes of a version that bad parts have: those of bad tags; in an ANOMALY dataset without any, all but `good`. */
export function badClasses({ type, tags }: Pick<Dataset, 'type' | 'tags'>, classes: Classes): string[] {
  const namesOf = (ids: readonly { id: string }[]): string[] =>
    classes.names.filter((_, number) => ids.some(({ id }) => classes.of(id) === number));
  const bad = namesOf(tags.filter((tag) => tag.bad));
  if (bad.length > 0 || type !== 'ANOMALY') return bad;
  const good = new Set(namesOf(tags.filter(({ id, name }) => id === GOOD || name === GOOD)));
  return good.size > 0 ? classes.names.filter((name) => !good.has(name)) : [];
}
