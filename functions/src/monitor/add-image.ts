import { createHash } from 'node:crypto';
import { namedSessionId } from '../../../packages/records/src/named-sessions.ts';
import type { Caller } from '../common/access/caller.ts';
import { judgeTarget } from '../common/access/permit-camera.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { objects } from '../common/adapters/objects.ts';
import { withTimeout } from '../common/concurrency/timeout.ts';
import { publisher } from '../common/counters/counter-publisher.ts';
import { HttpError } from '../common/errors.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import { OversizedPicture, UnreadablePicture } from '../common/images/decoding.ts';
import {
  EXTENSIONS,
  type Format,
  MEDIA_TYPES,
  type Picture,
  readPicture,
  sniffFormat,
} from '../common/images/pictures.ts';
import type { ShownFrame } from '../common/live/live-follower.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord, Monitor } from '../common/model.ts';
import type { Objects } from '../common/ports.ts';
import { follower } from './follower.ts';
import { frameId } from './frame-id.ts';
import { type KnownTarget, KnownTargets } from './known-targets.ts';
import { lateSessions } from './late-sessions.ts';
import { monitorCache } from './monitor-cache.ts';
import { requireMonitor, requireTarget } from './permit-monitor.ts';
import { goesIntoReview } from './review-share.ts';
import { sessionOfFrame } from './session-of-frame.ts';

/** Milliseconds that an answer waits for the live state and the counters to follow. */
const SHOWING = 3_000;

/** An upload whose form is checked, but not against any record. */
export interface CapturedImage {
  bytes: Buffer;
  /** Unix milliseconds; null if the camera has no clock. */
  date: number | null;
  /** One safe file name, or `''`. */
  name: string;
  /** Dataset id; null means the monitor's default. */
  dataset: string | null;
  /** Tag id or path; null means unlabelled. */
  tag: string | null;
  /** Name of the run to which it belongs; null means the monitor's own session (Contract 10). */
  session: string | null;
}

interface Input {
  monitor: string;
  caller: Caller;
  image: CapturedImage;
  /** Aborted when the camera disconnects: a picture that waits to be decoded is then given up. */
  signal?: AbortSignal;
}

/**
 * Stores a captured image (Spec 4.3, Contract 6): first the object, then the record with its counters in one commit; only
 * then is it acknowledged. The same frame sent again finds both and changes nothing.
 * @returns id of the image record
 * @throws HttpError errors of uploads, `monitor not found`, `forbidden`
 */
export async function addImage(input: Input): Promise<string> {
  const { monitor: id, caller, image, signal } = input;
  const received = Date.now();
  const { monitor, dataset, tag } = await requirePlace(id, caller, image);
  const picture = await requirePicture(image.bytes, signal);
  const record = newRecord({ monitor, dataset, tag, image, picture, received }, objects);
  noteLogFields({ monitor: monitor.id, session: record.session, dataset: dataset.id, image: record.id });
  // The frame names a session that is not the monitor's running one.
  const isLate = image.session !== null && record.session !== monitor.session;
  if (isLate) await noteSession(record, { monitor, caller });
  const put = () => objects.put(objectName(record, picture), image.bytes, MEDIA_TYPES[picture.format]);
  const isNew = await put();
  const added = await images.add(record, picture.thumbnail, !isNew);
  if (added === 'trashed') return record.id;
  // What was there belonged to an image in the trash, if it was deleted for good meanwhile.
  if (added === 'added' && !isNew) await put();
  const { date, session } = record;
  const frame = { id: record.id, date, session, thumbnail: picture.thumbnail, isNew: added === 'added' };
  const live = isLate ? null : show(frame, monitor);
  const showing = Promise.all([live, publisher.note(dataset.id)]);
  // The frame is durable and is acknowledged, even if the rest takes longer: that continues, and repairs itself.
  await withTimeout(SHOWING, 'showing', showing).catch(() => {});
  return record.id;
}

/** Before the frame is stored: whatever happens afterwards, the session's record exists and will be settled. */
async function noteSession(
  record: ImageRecord,
  { monitor, caller }: { monitor: Monitor; caller: Caller },
): Promise<void> {
  if (!isId(record.session)) throw new HttpError('upload invalid', { reason: 'session is too long' });
  const session = {
    id: record.session,
    monitor: monitor.id,
    uid: caller.kind === 'person' ? caller.uid : '',
  };
  if (!(await lateSessions.note(session, record.date))) throw new HttpError('session foreign');
}

/** A frame that is already known is shown too: its first upload may have died before that. */
async function show(frame: ShownFrame, monitor: Monitor) {
  if (frame.session !== '') await follower.show(monitor.id, frame, monitor.session === '');
}

/** Finds the frame's target. Its dataset is read together with the monitor, and checked after it. */
async function requirePlace(id: string, caller: Caller, image: CapturedImage) {
  const [monitor, ahead] = await Promise.all([
    monitorOf(id, caller),
    image.dataset === null ? null : findDataset(caller, id, image.dataset),
  ]);
  const named = image.dataset ?? monitor.dataset;
  if (named === null) throw new HttpError('upload invalid', { reason: 'dataset is missing' });
  let found = ahead ?? (await findDataset(caller, id, named));
  if (found.known && judgeTarget(caller, monitor, found.known.dataset) !== 'yes') {
    // A refusal always follows a fresh read, which takes the same time for every reason.
    targets.forget(caller, id, named);
    found = await findDataset(caller, id, named);
  }
  const target = found.known ?? enter(caller, monitor, named, found);
  return { monitor, dataset: target.dataset, tag: await requireTag(target, image.tag) };
}

/** If the monitor must be read, that read also serves an update of its live state that is almost due. */
function monitorOf(id: string, caller: Caller): Promise<Monitor> {
  const find = async () => {
    const { monitor, isRead } = await monitorCache.recall(id);
    if (isRead && monitor) follower.offer(monitor);
    return monitor;
  };
  return requireMonitor(caller, id, find);
}

const targets = new KnownTargets();

const enter = (caller: Caller, monitor: Monitor, id: string, { read, began }: Found): KnownTarget =>
  targets.remember(caller, monitor.id, requireTarget(caller, monitor, id, read), began);

interface Found {
  known: KnownTarget | null;
  read: Dataset | null;
  /** Start of the read, Unix milliseconds. */
  began: number;
}

/** A dataset to which this caller may send frames, from memory or freshly read. */
async function findDataset(caller: Caller, monitor: string, id: string): Promise<Found> {
  const began = Date.now();
  const known = targets.recall(caller, monitor, id);
  return { known, read: known === null && isId(id) ? await datasets.find(id) : null, began };
}

async function requireTag({ dataset, tags }: KnownTarget, tag: string | null) {
  if (tag === null) return null;
  const id = tagIdOf(tag, dataset.id);
  const known = id === null ? undefined : tags.get(id);
  const current = known === undefined && id !== null ? await datasets.resolveTag(dataset, id) : known;
  if (id === null || current === undefined) throw new HttpError('upload tag', { id: tag });
  tags.set(id, current);
  return current;
}

async function requirePicture(bytes: Buffer, signal?: AbortSignal): Promise<Picture> {
  const format = sniffFormat(bytes);
  if (format === null) throw new HttpError('upload format');
  try {
    return await readPicture(bytes, format, signal);
  } catch (error) {
    if (error instanceof OversizedPicture)
      throw new HttpError('upload too large', { reason: ': more than 50 megapixels' }, error);
    if (error instanceof UnreadablePicture)
      throw new HttpError('image missing', { detail: undecodable(format) }, error);
    throw error;
  }
}

const undecodable = (format: Format): string =>
  `The bytes begin as ${format.toUpperCase()} and cannot be decoded: they are damaged or cut off`;

interface Parts {
  monitor: Monitor;
  dataset: Dataset;
  tag: string | null;
  image: CapturedImage;
  picture: Picture;
  received: number;
}

function newRecord(parts: Parts, objects: Objects): ImageRecord {
  const { monitor, dataset, tag, image, picture, received } = parts;
  const content = createHash('sha256').update(image.bytes).digest('hex');
  const id = frameId({ monitor: monitor.id, date: image.date, name: image.name, content });
  const date = image.date ?? received;
  return {
    id,
    uri: objects.uri(objectName({ dataset: dataset.id, id }, picture)),
    name: image.name || `${id}.${EXTENSIONS[picture.format]}`,
    dataset: dataset.id,
    tag,
    tags: [],
    tagsContained: tag === null ? [] : [tag],
    set: goesIntoReview(id, monitor.review) ? 'REVIEW' : 'PREDETERMINED',
    date,
    monitor: monitor.id,
    session:
      image.session === null
        ? sessionOfFrame(monitor, date, received)
        : namedSessionId(monitor.id, image.session),
    originalFormat: picture.format,
    content,
    look: picture.look,
    width: picture.width,
    height: picture.height,
    masks: [],
    revision: 0,
    setBefore: null,
    review: null,
    checked: false,
  };
}

/** Contract 2. */
const objectName = ({ dataset, id }: { dataset: string; id: string }, { format }: Picture): string =>
  `dataset/${dataset}/${id}.${EXTENSIONS[format]}`;
