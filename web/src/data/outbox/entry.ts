/** A call that waits for the service, as this browser keeps it. Pure. */
import type { ImageChange, ImageOutcome, ListedAnnotation } from '../../../../client/src/curate/records.ts';

/**
 * The revision on which a change is based. Null: the one that the change before it makes, which is not answered yet. If that one
 * turns out to have changed nothing, this one is not made either.
 */
export type Seen = number | null;

export type SeenChange = Omit<ImageChange, 'seen'> & { seen: Seen };

export type Call =
  | { kind: 'change'; changes: readonly SeenChange[] }
  | { kind: 'restore'; images: readonly string[] }
  | { kind: 'annotate'; image: string; tags: readonly ListedAnnotation[]; seen: Seen };

export type Outcome = Pick<ImageOutcome, 'image' | 'revision'> & { outcome: ImageOutcome['outcome'] };

/** Why the service refused it. */
export interface Refusal {
  message: string;
  status: number;
  requestId: string | undefined;
}

export interface Entry {
  /** Also its idempotency key. */
  id: string;
  /** Unix milliseconds, greater than those of all earlier entries of this browser tab. */
  at: number;
  dataset: string;
  call: Call;
  /** The service may have received it. */
  isSent: boolean;
  /** Somebody should read it before the entry is removed. Changes of other people are the reason if it has no message. */
  refusal?: Refusal;
}

export function imagesOf(call: Call): readonly string[] {
  if (call.kind === 'change') return call.changes.map(({ image }) => image);
  return call.kind === 'restore' ? call.images : [call.image];
}

/** The revisions on which it is based, by image. */
export function seenIn(call: Call): [image: string, seen: Seen][] {
  if (call.kind === 'change') return call.changes.map(({ image, seen }) => [image, seen]);
  return call.kind === 'annotate' ? [[call.image, call.seen]] : [];
}

/**
 * The call with the revisions that the one before it has made; the same object if there are none for its images. Annotations that
 * were drawn without knowing those before them, in another tab, keep theirs: the service then refuses them, and nothing is lost.
 */
export function basedOn(call: Call, before: Call, revisions: ReadonlyMap<string, number>): Call {
  if (!imagesOf(call).some((image) => revisions.has(image))) return call;
  if (call.kind === 'annotate' && before.kind === 'annotate' && call.seen !== null) return call;
  return withSeen(call, ({ image, seen }) => revisions.get(image) ?? seen);
}

export function withSeen(call: Call, seenOf: (each: { image: string; seen: Seen }) => Seen): Call {
  const next = <T extends { image: string; seen: Seen }>(each: T): T => ({ ...each, seen: seenOf(each) });
  if (call.kind === 'change') return { ...call, changes: call.changes.map(next) };
  return call.kind === 'annotate' ? next(call) : call;
}

/** The first entry that is not being sent and may be: no earlier one of the same images is left. */
export function nextToSend(
  entries: readonly Entry[],
  isRunning: (entry: Entry) => boolean,
): Entry | undefined {
  const busy = new Set<string>();
  for (const entry of entries) {
    if (entry.refusal) continue;
    const images = imagesOf(entry.call);
    if (!isRunning(entry) && images.every((image) => !busy.has(image))) return entry;
    for (const image of images) busy.add(image);
  }
  return undefined;
}
