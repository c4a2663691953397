import { HttpError } from '../common/errors.ts';
import type { Flaw } from '../common/http/input/parse.ts';

/** The error for a flaw of the body of updateTags, by its path (Spec 7, Contract 6). */
export function refuseTagUpdate({ path: [field, index, part], message }: Flaw): HttpError {
  if (field === 'dataset') return new HttpError('tags dataset');
  if (field === 'imageID') return new HttpError('image not found');
  if (index === undefined || part === 'type' || part === 'labeled')
    return new HttpError('tags invalid', { reason: message });
  // An entry that is not an object has no tag.
  return new HttpError(part === 'tag' || message === 'tags tag' ? 'tags tag' : 'tags coordinates');
}
