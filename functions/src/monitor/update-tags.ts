import * as z from 'zod/mini';
import type { Annotation } from '../../../packages/records/src/image.ts';
import type { Caller } from '../common/access/caller.ts';
import { judge, permit } from '../common/access/permit.ts';
import { permitTarget, requireHolder } from '../common/access/permit-camera.ts';
import { isPerson } from '../common/access/permit-maker.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { publisher } from '../common/counters/counter-publisher.ts';
import { HttpError } from '../common/errors.ts';
import { about, listUpTo, members, part, seen } from '../common/http/input/fields.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord } from '../common/model.ts';
import { MOST_ANNOTATIONS } from '../common/model.ts';
import { monitorCache } from './monitor-cache.ts';

const MAX_TAG = 600;
const TOO_MANY = `more than ${MOST_ANNOTATIONS} tags`;

const unit = () => z.number().check(z.gte(0), z.lte(1));

/** Tolerance for fractions whose sum exceeds 1 only because they were rounded to floats. */
const ROUNDING = 1e-3;

const size = (which: string) =>
  z.nullish(unit()).check(about(`${which}, normalized 0-1. Optional only for a point.`));

const annotation = part(
  {
    tag: z
      .string()
      .check(z.maxLength(MAX_TAG), about('Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.')),
    type: z._default(z.enum(['rect', 'mask', 'point'], 'type is not rect, mask or point'), 'rect'),
    labeled: z._default(z.enum(['manual', 'inference'], 'labeled is not manual or inference'), 'inference'),
    x: unit().check(about('Left edge, normalized 0-1.')),
    y: unit().check(about('Top edge, normalized 0-1.')),
    w: size('Width'),
    h: size('Height'),
  },
  'tags tag',
).check(
  z.refine(({ type, x, y, w, h }) => {
    const isSized = type === 'point' || (typeof w === 'number' && typeof h === 'number');
    return isSized && x + (w ?? 0) <= 1 + ROUNDING && y + (h ?? 0) <= 1 + ROUNDING;
  }, 'tags coordinates'),
);

/** Spec 4.3. */
export const tagsBody = z.pipe(
  members({
    dataset: z.string().check(about('Dataset id, or path `dataset/<dataset_id>`.')),
    imageID: z.string().check(about('Image id, or path `image/<image_id>`.')),
    tags: listUpTo(MOST_ANNOTATIONS, TOO_MANY, z.array(annotation, 'tags is not an array')).check(
      about('The new annotations, which replace all existing ones.'),
    ),
    seen: seen(
      'The revision that you have seen. If the image has another one, nothing changes and the answer is 409.',
    ),
  }),
  z.transform(({ dataset: of, imageID, tags, seen: revision }) => ({
    // Paths are accepted as well as ids, as for tags (Contract 2).
    dataset: of.replace(/^\/?dataset\//, ''),
    imageId: imageID.replace(/^\/?image\//, ''),
    // A point may omit its size.
    tags: tags.map(({ w, h, ...rest }) => ({ ...rest, w: w ?? 0, h: h ?? 0 })),
    seen: revision,
  })),
);

/** `tag` of an annotation is an id or a path. */
type TagUpdate = z.output<typeof tagsBody>;

/**
 * Replaces an image's annotations (Spec 4.3, Contract 6). Counters change by the difference, in one transaction with the
 * record.
 * @throws HttpError errors of tag updates (`tags changed`: Contract 9), `forbidden`
 */
export async function updateTags(input: { update: TagUpdate; caller: Caller }): Promise<void> {
  const { update, caller } = input;
  // Only claims, until the records are found: `dataset` and `image` of a log line are the records that were
  // used.
  noteLogFields({ askedDataset: update.dataset, askedImage: update.imageId });
  if (!isId(update.dataset)) throw new HttpError('tags dataset');
  const [dataset, image] = await Promise.all([
    datasets.find(update.dataset),
    isId(update.imageId) ? images.find(update.imageId) : null,
  ]);
  if (!dataset) throw new HttpError('tags dataset');
  await permitUpdate(caller, dataset, image);
  if (image?.dataset !== dataset.id) throw new HttpError('image not found');
  noteLogFields({ dataset: dataset.id, image: image.id });
  const tags = await requireAnnotations(update, dataset);
  const change = { tags, seen: update.seen, isPerson: isPerson(caller) };
  if (!(await images.replaceTags(image.id, change))) throw new HttpError('image not found');
  await publisher.note(dataset.id);
}

/**
 * A camera may annotate the images of its own monitor, where the dataset admits that; a person must be an editor of the dataset
 * (Contract 8).
 */
async function permitUpdate(caller: Caller, dataset: Dataset, image: ImageRecord | null) {
  const isOwn = caller.kind === 'device' && image?.dataset === dataset.id && image.monitor === caller.monitor;
  if (!isOwn) return permit(judge(caller, dataset, 'editor'), 'tags dataset');
  const monitor = await monitorCache.find(caller.monitor);
  // The key of a deleted monitor is remembered for a few seconds.
  if (!monitor) throw new HttpError('unauthorized');
  await requireHolder(caller, monitor);
  permitTarget(caller, { monitor, dataset }, 'tags dataset');
}

/** Replaces merged tags by the tags into which they were merged, and drops annotations whose tag was deleted. */
async function requireAnnotations(update: TagUpdate, dataset: Dataset): Promise<Annotation[]> {
  const current = new Map<string, string | null>();
  const resolve = async (tag: string) => {
    const id = tagIdOf(tag, dataset.id);
    const found = id === null ? undefined : await datasets.resolveTag(dataset, id);
    if (found === undefined) throw new HttpError('tags tag');
    current.set(tag, found);
  };
  await Promise.all([...new Set(update.tags.map(({ tag }) => tag))].map(resolve));
  return update.tags.flatMap((each) => {
    const tag = current.get(each.tag) ?? null;
    return tag === null ? [] : [{ ...each, tag }];
  });
}
