/** How each kind of call is sent to the service. */
import type { ListedAnnotation } from '../../../../client/src/curate/records.ts';
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { sameAnnotations } from '../images/judgement.ts';
import { service } from '../service.ts';
import type { Call, Entry, Outcome, Seen } from './entry.ts';

type CallOf<Kind extends Call['kind']> = Extract<Call, { kind: Kind }>;

/** @throws SightlineError */
export function sendEntry({ id, dataset, call }: Entry, signal: AbortSignal): Promise<Outcome[]> {
  const { images } = service().datasets(dataset);
  switch (call.kind) {
    case 'change':
      return sendChanges(call, (changes) => images.change(changes, { key: id, signal }));
    case 'restore':
      return images.restore(call.images, { signal });
    case 'annotate':
      return annotate(dataset, call, signal);
  }
}

/** A change that is based on one that was not made is not sent. */
async function sendChanges(
  { changes }: CallOf<'change'>,
  send: (changes: (CallOf<'change'>['changes'][number] & { seen: number })[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const isBased = <T extends { seen: Seen }>(each: T): each is T & { seen: number } => each.seen !== null;
  const left = changes.filter((each) => !isBased(each)).map(({ image }) => notMade(image));
  const based = changes.filter(isBased);
  return based.length > 0 ? [...(await send(based)), ...left] : left;
}

const notMade = (image: string): Outcome => ({ image, outcome: 'stale', revision: 0 });

/** Replaces all annotations, if the image still has the revision on which that is based. */
async function annotate(
  dataset: string,
  { image, tags, seen }: CallOf<'annotate'>,
  signal: AbortSignal,
): Promise<Outcome[]> {
  if (seen === null) return [notMade(image)];
  try {
    await service().updateTags({ dataset, imageID: image, tags: [...tags], seen }, { signal });
    return [{ image, outcome: 'done', revision: seen + 1 }];
  } catch (error) {
    if (!(error instanceof SightlineError && error.status === 409)) throw error;
    return [await compare(dataset, image, tags)];
  }
}

/** The image has another revision: that may be our own, whose answer was lost. */
async function compare(dataset: string, image: string, tags: readonly ListedAnnotation[]): Promise<Outcome> {
  const { readImage } = await import('../images/image-record.ts');
  const now = await readImage(dataset, image).catch((cause: unknown) => {
    throw new SightlineError('The image could not be read', { kind: 'unreachable', cause });
  });
  if (!now || !sameAnnotations(now.tags, tags)) return notMade(image);
  return { image, outcome: 'done', revision: now.revision };
}
