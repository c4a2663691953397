import { Refusal } from '../common/errors.ts';
import type { Annotation } from '../common/model.ts';
import { fieldsOf } from './body-fields.ts';

/** Body of updateTags (Spec 4.3); `tag` of an annotation is an id or a path. */
export interface TagUpdate {
  dataset: string;
  imageId: string;
  tags: readonly Annotation[];
}

/** Keeps a record under a document's 1 MiB, with its thumbnail; importers take 500 boxes (Contract 4). */
const MAX_TAGS = 1000;
const MAX_TAG = 600;

/**
 * @throws Refusal `tags dataset`, `tags image`, `tags tag`, `tags coordinates`, `tags invalid`
 */
export function requireTagUpdate(body: unknown): TagUpdate {
  const { dataset, imageID, tags } = fieldsOf(body);
  if (typeof dataset !== 'string') throw new Refusal('tags dataset');
  if (typeof imageID !== 'string') throw new Refusal('tags image');
  if (!Array.isArray(tags)) throw invalid('tags is not an array');
  if (tags.length > MAX_TAGS) throw invalid(`more than ${MAX_TAGS} tags`);
  // A path is accepted where an id is, as for tags (Contract 2).
  const datasetId = dataset.replace(/^\/?dataset\//, '');
  return {
    dataset: datasetId,
    imageId: imageID.replace(/^\/?image\//, ''),
    tags: tags.map(requireAnnotation),
  };
}

function requireAnnotation(value: unknown): Annotation {
  const { tag, type = 'rect', labeled = 'inference', x, y, w, h } = fieldsOf(value);
  if (typeof tag !== 'string' || tag.length > MAX_TAG) throw new Refusal('tags tag');
  if (type !== 'rect' && type !== 'mask' && type !== 'point')
    throw invalid('type is not rect, mask or point');
  if (labeled !== 'manual' && labeled !== 'inference') throw invalid('labeled is not manual or inference');
  // A point has no extent, so it may leave out its size.
  const none = type === 'point' ? 0 : undefined;
  const box = { x: requireUnit(x), y: requireUnit(y), w: requireUnit(w ?? none), h: requireUnit(h ?? none) };
  if (box.x + box.w > 1 + ROUNDING || box.y + box.h > 1 + ROUNDING) throw new Refusal('tags coordinates');
  return { type, tag, labeled, ...box };
}

/** Sums of shares that were rounded to a float on the way. */
const ROUNDING = 1e-3;

function requireUnit(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new Refusal('tags coordinates');
}

const invalid = (reason: string): Refusal => new Refusal('tags invalid', { reason });
