/** Suggestions of models: which are shown, which one is at a point, and how they become a person's. Pure. */
import { changeMasks, MOST_MASKS, newMaskId } from '../mask/commands.ts';
import { type Bitmap, isPainted } from '../mask/paint/bitmap.ts';
import { overlapOf, paintedShare } from '../mask/paint/painted-share.ts';
import { addAnnotations } from '../model/commands.ts';
import {
  type Annotation,
  type Drawing,
  type MaskLayer,
  type Offer,
  toListed,
  withId,
} from '../model/drawing.ts';
import { contains, iou, type Point, toPixels } from '../model/geometry.ts';
import { together } from '../model/history.ts';
import type { ToolHost } from '../model/tool.ts';

interface Offering {
  offered: readonly Offer[];
  least: number;
}

/** Those that are shown, the surest first: of a run, only those with the least score. */
export const shownOffers = ({ offered, least }: Offering): Offer[] =>
  offered.filter(({ run, score }) => run === undefined || score >= least).sort((a, b) => b.score - a.score);

export const withoutOffers = (offered: readonly Offer[], taken: readonly Offer[] = []): readonly Offer[] => {
  const ids = new Set(taken.map(({ id }) => id));
  return ids.size === 0 ? offered : offered.filter(({ id }) => !ids.has(id));
};

/** An overlap from which on a suggestion is the object that is already there, if it has the same class. */
const SAME = 0.5;

/** Whether the drawing has it already: a box or a mask, as it is one, of the same class that it overlaps by half. */
export function isThere({ bitmap, ...offer }: Offer, { annotations, masks }: Drawing): boolean {
  if (!bitmap) return annotations.some((each) => each.tag === offer.tag && iou(each, offer) >= SAME);
  return (
    masks?.some((each) => each.tag === offer.tag && overlapOf(each.bitmap, bitmap, SAME) >= SAME) ?? false
  );
}

/** Those that the drawing does not have: of several that would be the same object, the surest. @param offers the surest first */
export function newOffers(offers: readonly Offer[], drawing: Drawing): Offer[] {
  const found: Offer[] = [];
  let after = drawing;
  for (const offer of offers) {
    if (isThere(offer, after)) continue;
    found.push(offer);
    after = withOffer(after, offer);
  }
  return found;
}

const withOffer = (drawing: Drawing, { bitmap, ...offer }: Offer): Drawing =>
  bitmap
    ? { ...drawing, masks: [...(drawing.masks ?? []), { id: offer.id, tag: offer.tag, bitmap }] }
    : { ...drawing, annotations: [...drawing.annotations, offer] };

/** The smallest suggestion at a point that is not there yet, unless a smaller object is. @param hits objects at this point, smallest first */
export function offerAt(at: Point, host: ToolHost, [hit]: readonly Annotation[]): Offer | undefined {
  const { drawing, offers, mayEdit } = host;
  if (!mayEdit || offers.length === 0) return undefined;
  const isUnder = ({ bitmap, ...offer }: Offer) =>
    bitmap
      ? isPainted(bitmap, Math.floor(at.x), Math.floor(at.y))
      : contains(toPixels(offer, drawing.size), at);
  const [smallest] = offers
    .filter((offer) => isUnder(offer) && !isThere(offer, drawing))
    .sort((a, b) => areaOf(a) - areaOf(b));
  return smallest && (!hit || areaOf(smallest) < hit.w * hit.h) ? smallest : undefined;
}

const areaOf = ({ bitmap, w, h }: Offer): number => (bitmap ? paintedShare(bitmap) : w * h);

/** They count as drawn by a person, as one step that can be undone. */
export function takeOffers(host: ToolHost, taken: readonly Offer[]): void {
  const { drawing, text } = host;
  const label = text.editor.tookSuggestions;
  const boxes = taken.filter(({ bitmap }) => !bitmap);
  const annotations = boxes.map((offer) => withId({ ...toListed(offer), labeled: 'manual' }));
  const layers = taken.flatMap(({ tag, bitmap }) => (bitmap ? [maskOf(tag, bitmap)] : []));
  const flaw = flawOf(layers.length, host);
  if (flaw) {
    host.say(flaw);
    return;
  }
  const commands = [
    ...(annotations.length > 0 ? [addAnnotations(label, annotations)] : []),
    ...(layers.length > 0 ? [changeMasks(label, drawing, layers)] : []),
  ];
  if (commands.length === 0) return;
  const selects = [...annotations, ...layers].map(({ id }) => id);
  host.run({ ...together(label, commands), selects, takes: taken });
}

/** Why masks cannot be added. */
function flawOf(added: number, { drawing: { masks }, text }: ToolHost): string | null {
  if (added === 0) return null;
  if (masks === null) return text.masks.reading;
  return masks.length + added > MOST_MASKS ? text.masks.tooMany(MOST_MASKS) : null;
}

const maskOf = (tag: string, bitmap: Bitmap): MaskLayer => ({ id: newMaskId(), tag, bitmap });
