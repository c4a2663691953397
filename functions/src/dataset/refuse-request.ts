/** Errors for requests that the schemas of the dataset routes reject (Spec 7, Contract 3). */
import { HttpError } from '../common/errors.ts';
import type { Flaw } from '../common/http/parse.ts';

/** An invalid id counts as a dataset or tag that does not exist. */
export function refusePath({ path, sent: id }: Flaw): HttpError {
  return new HttpError(path[0] === 'tag_id' ? 'tag not found' : 'dataset not found', { id });
}

export const refuseCsv = (flaw: Flaw): HttpError =>
  flaw.place === 'params' ? refusePath(flaw) : new HttpError('csv parameter', { reason: flaw.message });

export const refuseZip = (flaw: Flaw): HttpError =>
  flaw.place === 'body' ? new HttpError('images required') : refuseQuery(flaw);

export const refuseQuery = (flaw: Flaw): HttpError =>
  flaw.place === 'params' ? refusePath(flaw) : new HttpError('bad parameter', { reason: flaw.message });
