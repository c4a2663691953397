import { dayOf } from '../../common/counters/timeline-group.ts';
import { isLabelled } from '../../common/images/list-fields.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { ImageFilter, OneOrMore } from '../../common/ports.ts';

/** Whether `GET images` would list the record with this filter (Contract 9: GET images). */
export function fitsFilter(record: ImageRecord, filter: ImageFilter): boolean {
  const { tag, set, monitor, labelled, checked } = filter;
  return (
    isAny(tag, (each) => record.tagsContained.includes(each)) &&
    isAny(set, (each) => record.set === each) &&
    isAny(monitor, (each) => record.monitor === each) &&
    (labelled === undefined || isLabelled(record) === labelled) &&
    (checked === undefined || record.checked === checked) &&
    fitsTime(record, filter)
  );
}

const isAny = <T extends string>(given: OneOrMore<T> | undefined, fits: (value: T) => boolean): boolean =>
  given === undefined || (typeof given === 'string' ? fits(given) : given.some(fits));

function fitsTime({ session, date }: ImageRecord, filter: ImageFilter): boolean {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  if (date < from || date > to) return false;
  if (filter.session === undefined) return true;
  const day = dayOf(filter.session);
  return day ? session === '' && date >= day.from && date <= day.to : session === filter.session;
}
