import { createHash } from 'node:crypto';
import type { Caller } from '../common/access/caller.ts';
import { HttpError } from '../common/errors.ts';
import type { Detection, Detections, Vision } from '../common/images/detection-ports.ts';
import { logging } from '../common/log.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { type FindPorts, findImage } from './find-image.ts';

interface Ports extends FindPorts {
  detections: Detections;
  /** @param address of the dataset's own detector; undefined: Cloud Vision */
  detector: (address: string | undefined) => Promise<Vision>;
}

interface Input {
  uri: EncodedUri;
  caller: Caller;
  /** False: always ask the service. */
  useCache: boolean;
  /** Deadline for the service, Unix milliseconds. */
  until: number;
}

/** One version of an image's bytes, and who looks at them. */
interface Version {
  image: string;
  object: string;
  /** Of the object, and of the detector if it is the dataset's own. */
  generation: string;
  address: string | undefined;
}

/** Pending calls of the service by version, shared by callers that ask for the same one. */
const underway = new Map<string, Promise<readonly Detection[]>>();

/**
 * Objects in an image, found by Cloud Vision or the dataset's own detector (Spec 4.2, Contract 16). The same bytes are
 * analysed once.
 * @throws HttpError `file not found`, `uri invalid`, `forbidden`, errors of detection
 */
export async function detectObjects(input: Input, ports: Ports): Promise<readonly Detection[]> {
  const found = await findImage(input.uri, input.caller, 'viewer', ports);
  const stat = found ? await ports.objects.stat(found.object) : null;
  if (!found || !stat) throw new HttpError('file not found');
  const { detector: address } = found.dataset;
  const generation = address
    ? `${stat.generation} ${createHash('sha256').update(address).digest('hex')}`
    : stat.generation;
  const version = { image: found.record.id, object: found.object, generation, address };
  if (!input.useCache) return (await ports.detector(address)).locate(version.object, input.until);
  const known = await ports.detections.find(version.image, version.generation);
  return known ?? detectOnce(version, input.until, ports);
}

function detectOnce(version: Version, until: number, ports: Ports): Promise<readonly Detection[]> {
  const key = `${version.generation} ${version.object}`;
  const running =
    underway.get(key) ?? detectAndKeep(version, until, ports).finally(() => underway.delete(key));
  underway.set(key, running);
  return running;
}

async function detectAndKeep(version: Version, until: number, ports: Ports): Promise<readonly Detection[]> {
  const detected = await (await ports.detector(version.address)).locate(version.object, until);
  // The detection was paid for, so it is returned even if it cannot be cached.
  await ports.detections
    .keep(version.image, version.generation, detected)
    .catch(logging('WARNING', 'detection not kept'));
  return detected;
}
