/** Errors for requests that the schemas of the dataset routes reject (Spec 7, Contract 3). */
import { type ErrorCode, HttpError } from '../common/errors.ts';
import type { Flaw } from '../common/http/input/parse.ts';

/** An invalid id counts as a dataset, tag or monitor that does not exist. */
export function refusePath({ path, sent: id }: Flaw): HttpError {
  return new HttpError(MISSING[String(path[0])] ?? 'dataset not found', { id });
}

const MISSING: Readonly<Record<string, ErrorCode>> = {
  tag_id: 'tag not found',
  monitor_id: 'no such monitor',
  hash: 'no such key',
  run: 'run not found',
  job: 'job not found',
  other: 'run not found',
  acceptance: 'acceptance not found',
  image: 'image not found',
};

export const refuseCsv = (flaw: Flaw): HttpError =>
  flaw.place === 'params' ? refusePath(flaw) : new HttpError('csv parameter', { reason: flaw.message });

export const refuseZip = (flaw: Flaw): HttpError =>
  flaw.place === 'body' ? new HttpError('images required') : refuseQuery(flaw);

export const refuseQuery = (flaw: Flaw): HttpError =>
  flaw.place === 'params' ? refusePath(flaw) : new HttpError('bad parameter', { reason: flaw.message });
