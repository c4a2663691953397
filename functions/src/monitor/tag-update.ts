import { Refusal } from '../common/errors.ts';
import { type Flaw, parse } from '../common/http/parse.ts';
import type { Annotation } from '../common/model.ts';
import { fieldsOf } from './body-fields.ts';
import { tagsBody } from './schema.ts';

/** Body of updateTags (Spec 4.3); `tag` of an annotation is an id or a path. */
export interface TagUpdate {
  dataset: string;
  imageId: string;
  tags: readonly Annotation[];
}

/**
 * @throws Refusal `tags dataset`, `tags image`, `tags tag`, `tags coordinates`, `tags invalid`
 */
export function requireTagUpdate(body: unknown): TagUpdate {
  const { dataset, imageID, tags } = parse(tagsBody, fieldsOf(body), refuse);
  return {
    // A path is accepted where an id is, as for tags (Contract 2).
    dataset: dataset.replace(/^\/?dataset\//, ''),
    imageId: imageID.replace(/^\/?image\//, ''),
    tags: tags.map(({ w, h, ...rest }) => ({ ...rest, w: w ?? 0, h: h ?? 0 })),
  };
}

/** Spec 7 and Contract 6: which `details` a flaw has, by its place. */
function refuse({ path: [field, index, part], message }: Flaw): Refusal {
  if (field === 'dataset') return new Refusal('tags dataset');
  if (field === 'imageID') return new Refusal('tags image');
  if (index === undefined || part === 'type' || part === 'labeled')
    return new Refusal('tags invalid', { reason: message });
  // An entry that is no object has no tag.
  return new Refusal(part === 'tag' || message === 'tags tag' ? 'tags tag' : 'tags coordinates');
}
