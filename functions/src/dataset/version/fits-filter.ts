import { dayOf } from '../../common/counters/timeline-group.ts';
import { isLabelled } from '../../common/images/list-fields.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { ImageFilter } from '../../common/ports.ts';

/** Whether `GET images` would list the record with this filter (Contract 9: GET images). */
export function fitsFilter(record: ImageRecord, filter: ImageFilter): boolean {
  const { tag, set, monitor, labelled, checked } = filter;
  return (
    (tag === undefined || record.tagsContained.includes(tag)) &&
    (set === undefined || record.set === set) &&
    (monitor === undefined || record.monitor === monitor) &&
    (labelled === undefined || isLabelled(record) === labelled) &&
    (checked === undefined || record.checked === checked) &&
    fitsTime(record, filter)
  );
}

function fitsTime({ session, date }: ImageRecord, filter: ImageFilter): boolean {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  if (date < from || date > to) return false;
  if (filter.session === undefined) return true;
  const day = dayOf(filter.session);
  return day ? session === '' && date >= day.from && date <= day.to : session === filter.session;
}
