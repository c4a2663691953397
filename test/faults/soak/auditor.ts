/** Compares what cameras and people know with the content of the servers. */
import type { Ledger, SentFrame } from './ledger.ts';
import type { StoredImage, StoredMonitor, Tally, World } from './world.ts';

export interface AuditLine {
  rule: string;
  /** Number of items that were checked. */
  looked: number;
  /** One sentence for each error. */
  wrong: string[];
}

/** What must be true when all calls are answered, before any repair. */
export function auditKept(ledger: Ledger, world: World): AuditLine[] {
  const kept = ledger.acknowledged.filter(({ isDeleted }) => !isDeleted);
  const records = new Map(world.images.map((image) => [image.id, image]));
  const wanted = new Set(kept.map(({ id }) => id));
  return [
    line(
      'answers in order',
      [...ledger.answers.values()].reduce((sum, each) => sum + each, 0),
      ledger.findings,
    ),
    lineOf('frames acknowledged', ledger.frames, ({ id, name }) => id === null && `${name} never was`),
    lineOf('records of kept frames', kept, ({ id, name }) => !records.has(id as string) && `${name} is lost`),
    lineOf(
      'records that have a frame',
      world.images,
      ({ id, name }) => !wanted.has(id) && `${name} (${id}) should not be`,
    ),
    line('records of one frame', world.images.length, doubled(world.images)),
    lineOf('fields of kept frames', kept, (frame) => differenceOf(frame, records.get(frame.id as string))),
    lineOf('bytes of kept frames', kept, (frame) => bytesOf(frame, world, records)),
    lineOf('counters, as counted', [...world.counted], ([id, tally]) =>
      differs(id, tally, recount(world, id)),
    ),
  ];
}

/** What must additionally be true after the sweep. */
export function auditSwept(world: World): AuditLine[] {
  const uris = new Set(world.images.map(({ uri }) => uri));
  return [
    lineOf(
      'objects that have a record',
      [...world.objects.keys()],
      (uri) => !uris.has(uri) && `${uri} is an orphan`,
    ),
    lineOf('no note is left', world.notes, (path) => `${path} is left`),
    lineOf('counters, as shown', [...world.shown], ([id, tally]) => differs(id, tally, recount(world, id))),
    lineOf(
      'session totals',
      world.sessions.filter(({ isEnded }) => isEnded),
      ({ id, total }) => {
        const count = countOf(world, id);
        return total !== count && `${id} says ${total} instead of ${count}`;
      },
    ),
    lineOf(
      'running sessions',
      world.sessions.filter(({ isEnded }) => !isEnded),
      ({ id, monitor }) => {
        const record = world.monitors.find((each) => each.id === monitor);
        return record?.session !== id && `${id} of ${monitor} has no end`;
      },
    ),
    lineOf('sessions of records', world.images, (image) => sessionOf(image, world)),
    lineOf('live states', world.monitors, (monitor) => liveDifference(monitor, world)),
  ];
}

const line = (rule: string, looked: number, wrong: string[]): AuditLine => ({ rule, looked, wrong });

function lineOf<T>(
  rule: string,
  items: readonly T[],
  judge: (item: T) => string | false | undefined,
): AuditLine {
  return line(
    rule,
    items.length,
    items.map(judge).filter((each) => typeof each === 'string'),
  );
}

function doubled(images: readonly StoredImage[]): string[] {
  const seen = new Set<string>();
  return images.flatMap(({ monitor, name, date }) => {
    const frame = `${monitor} ${name} ${date}`;
    if (seen.has(frame)) return [`${frame} is there twice`];
    seen.add(frame);
    return [];
  });
}

function differenceOf(frame: SentFrame, image: StoredImage | undefined): string | false {
  if (!image) return false;
  const annotations = frame.annotations.join(' ') === image.tags.join(' ');
  const isSame =
    annotations &&
    (['name', 'monitor', 'dataset', 'tag', 'date'] as const).every((field) => frame[field] === image[field]);
  return !isSame && `${frame.name}: ${JSON.stringify(image)} instead of ${JSON.stringify(frame)}`;
}

function bytesOf(frame: SentFrame, world: World, records: ReadonlyMap<string, StoredImage>): string | false {
  const image = records.get(frame.id as string);
  if (!image) return false;
  const hash = world.objects.get(image.uri);
  if (hash === undefined) return `${frame.name} has no object`;
  return hash !== frame.hash && `${frame.name} has other bytes`;
}

function recount({ images }: World, dataset: string): Tally {
  const sum: Tally = { images: 0, tag: {} };
  for (const image of images.filter((each) => each.dataset === dataset)) {
    sum.images += 1;
    for (const id of image.tagsContained) count(sum, id)[0] += 1;
    for (const id of image.tags) count(sum, id)[1] += 1;
  }
  return sum;
}

function count({ tag }: Tally, id: string): [number, number] {
  tag[id] ??= [0, 0];
  return tag[id];
}

function differs(dataset: string, tally: Tally, truth: Tally): string | false {
  const ids = new Set([...Object.keys(tally.tag), ...Object.keys(truth.tag)]);
  const text = (of: Tally) =>
    JSON.stringify([of.images, [...ids].sort().map((id) => [id, of.tag[id] ?? [0, 0]])]);
  return text(tally) !== text(truth) && `${dataset}: ${text(tally)} instead of ${text(truth)}`;
}

const countOf = ({ images }: World, session: string): number =>
  images.filter((image) => image.session === session).length;

function sessionOf({ name, monitor, session }: StoredImage, { sessions }: World): string | false {
  if (session === '') return false;
  const found = sessions.find(({ id }) => id === session);
  return found?.monitor !== monitor && `${name} is in session ${session} of ${found?.monitor}`;
}

function liveDifference({ id, session, lastSession, live }: StoredMonitor, world: World): string | false {
  // A monitor that never ran has no live state.
  if (session === '' && lastSession === null)
    return live.status === true && `${id} runs, and never was started`;
  const total = countOf(world, session || (lastSession as string));
  const isShown = live.image?.id === undefined || world.images.some((each) => each.id === live.image?.id);
  const isRight = live.status === (session !== '') && live.session === session && live.totalCounter === total;
  const { image: _, ...shown } = live;
  return (
    !(isRight && isShown) &&
    `${id}: ${JSON.stringify(shown)} for session "${session}" with ${total}${isShown ? '' : ', and an image that is gone'}`
  );
}
