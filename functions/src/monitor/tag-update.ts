import { HttpError } from '../common/errors.ts';
import type { Flaw } from '../common/http/parse.ts';
import type { Annotation } from '../common/model.ts';

/** Body of updateTags (Spec 4.3); `tag` of an annotation is an id or a path. */
export interface TagUpdate {
  dataset: string;
  imageId: string;
  tags: readonly Annotation[];
  /** Revision of the image that the caller looked at; undefined: whichever it has. */
  seen: number | undefined;
}

/** A point may omit its size. */
type SentAnnotation = Omit<Annotation, 'w' | 'h'> & {
  w?: number | null | undefined;
  h?: number | null | undefined;
};

interface Sent {
  dataset: string;
  imageID: string;
  tags: SentAnnotation[];
  seen?: number | undefined;
}

export const toTagUpdate = ({ dataset, imageID, tags, seen }: Sent): TagUpdate => ({
  // Paths are accepted as well as ids, as for tags (Contract 2).
  dataset: dataset.replace(/^\/?dataset\//, ''),
  imageId: imageID.replace(/^\/?image\//, ''),
  tags: tags.map(({ w, h, ...rest }) => ({ ...rest, w: w ?? 0, h: h ?? 0 })),
  seen,
});

/** The error for a flaw, by its path (Spec 7, Contract 6). */
export function refuseTagUpdate({ path: [field, index, part], message }: Flaw): HttpError {
  if (field === 'dataset') return new HttpError('tags dataset');
  if (field === 'imageID') return new HttpError('tags image');
  if (index === undefined || part === 'type' || part === 'labeled')
    return new HttpError('tags invalid', { reason: message });
  // An entry that is not an object has no tag.
  return new HttpError(part === 'tag' || message === 'tags tag' ? 'tags tag' : 'tags coordinates');
}
