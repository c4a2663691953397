import { createHash } from 'node:crypto';
import type { Caller } from '../common/access/caller.ts';
import type { CounterPublisher } from '../common/counter-publisher.ts';
import { Refusal } from '../common/errors.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import type { LiveFollower } from '../common/live-follower.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord, Monitor } from '../common/model.ts';
import {
  EXTENSIONS,
  MEDIA_TYPES,
  OversizedPicture,
  type Picture,
  readPicture,
  sniffFormat,
  UnreadablePicture,
} from '../common/pictures.ts';
import type { Datasets, DeviceKeys, Images, Monitors, Objects } from '../common/ports.ts';
import { within } from '../common/within.ts';
import { frameId } from './frame-id.ts';
import { type KnownTarget, KnownTargets } from './known-targets.ts';
import { requireMonitor, requireTarget } from './permit-monitor.ts';
import { sessionOfFrame } from './session-of-frame.ts';

/** Milliseconds that an answer waits for the live state and the counters to follow. */
const SHOWING = 3_000;

/** Contract 6: 20 MB. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** A captured image as it came, checked in form but not against any record. */
export interface CapturedImage {
  bytes: Buffer;
  /** Unix milliseconds; null where the camera has no clock. */
  date: number | null;
  /** One safe file name, or `''`. */
  name: string;
  /** Dataset id; null means the monitor's default. */
  dataset: string | null;
  /** Tag id or path; null means unlabelled. */
  tag: string | null;
}

interface Ports {
  monitors: Monitors;
  deviceKeys: DeviceKeys;
  datasets: Datasets;
  images: Images;
  objects: Objects;
  follower: LiveFollower;
  publisher: CounterPublisher;
}

interface Input {
  monitor: string;
  caller: Caller;
  image: CapturedImage;
}

/**
 * Keeps a captured image (Spec 4.3, Contract 6): the object first, then the record with its counters in one commit; only
 * then is it acknowledged. The same frame again finds both and changes nothing.
 * @returns id of the image record
 * @throws Refusal rows of uploads, `monitor not found`, `forbidden`
 */
export async function addImage({ monitor: id, caller, image }: Input, ports: Ports): Promise<string> {
  const received = Date.now();
  const { monitor, dataset, tag } = await requirePlace(id, caller, image, ports);
  const picture = await requirePicture(image.bytes);
  const record = newRecord({ monitor, dataset, tag, image, picture, received }, ports.objects);
  noteLogFields({ monitor: monitor.id, session: record.session, dataset: dataset.id, image: record.id });
  await ports.objects.put(objectName(record, picture), image.bytes, MEDIA_TYPES[picture.format]);
  await ports.images.add(record, picture.thumbnail);
  const showing = Promise.all([show(record, picture, monitor, ports), ports.publisher.note(dataset.id)]);
  // What is durable is acknowledged, however long the rest takes: it goes on, and heals by itself.
  await within(SHOWING, 'showing', showing).catch(() => {});
  return record.id;
}

/** Also a frame that was known is shown: its first try may have died before that. */
async function show(record: ImageRecord, { thumbnail }: Picture, monitor: Monitor, { follower }: Ports) {
  const { id, date, session } = record;
  if (session !== '') await follower.show(monitor.id, { id, date, thumbnail }, monitor.session === '');
}

/** Where the frame goes. The dataset that it names is read together with the monitor, and judged after it. */
async function requirePlace(id: string, caller: Caller, image: CapturedImage, ports: Ports) {
  const [monitor, ahead] = await Promise.all([
    requireMonitor(caller, id, ports),
    image.dataset === null ? null : findDataset(caller, id, image.dataset, ports),
  ]);
  const named = image.dataset ?? monitor.dataset;
  if (named === null) throw new Refusal('upload invalid', { reason: 'dataset is missing' });
  const found = ahead ?? (await findDataset(caller, id, named, ports));
  const target =
    found.known ?? targets.remember(caller, id, requireTarget(caller, monitor, named, found.read));
  return { monitor, dataset: target.dataset, tag: await requireTag(target, image.tag, ports) };
}

const targets = new KnownTargets();

/** A dataset that this caller may send to, as was seen a moment ago, or what is read of it now. */
async function findDataset(caller: Caller, monitor: string, id: string, { datasets }: Ports) {
  const known = targets.recall(caller, monitor, id);
  return { known, read: known === null && isId(id) ? await datasets.find(id) : null };
}

async function requireTag({ dataset, tags }: KnownTarget, tag: string | null, { datasets }: Ports) {
  if (tag === null) return null;
  const id = tagIdOf(tag, dataset.id);
  if (id === null || !(tags.has(id) || (await datasets.hasTag(dataset, id))))
    throw new Refusal('upload tag', { id: tag });
  tags.add(id);
  return id;
}

async function requirePicture(bytes: Buffer): Promise<Picture> {
  const format = sniffFormat(bytes);
  if (format === null) throw new Refusal('upload format');
  try {
    return await readPicture(bytes, format);
  } catch (error) {
    if (error instanceof OversizedPicture) throw new Refusal('upload too large', {}, error);
    if (error instanceof UnreadablePicture) throw new Refusal('image missing', {}, error);
    throw error;
  }
}

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
    set: 'PREDETERMINED',
    date,
    monitor: monitor.id,
    session: sessionOfFrame(monitor, date, received),
    originalFormat: picture.format,
    content,
    width: picture.width,
    height: picture.height,
    masks: [],
  };
}

/** Contract 2. */
const objectName = ({ dataset, id }: { dataset: string; id: string }, { format }: Picture): string =>
  `dataset/${dataset}/${id}.${EXTENSIONS[format]}`;
