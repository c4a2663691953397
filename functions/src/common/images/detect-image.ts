import { createHash } from 'node:crypto';
import { chooseDetector } from '../adapters/detection/choose-detector.ts';
import { detections } from '../adapters/firestore/images/detections.ts';
import { objects } from '../adapters/objects.ts';
import { SharedWork } from '../concurrency/shared-work.ts';
import { HttpError } from '../errors.ts';
import { logging } from '../log.ts';
import type { Detection } from './detection-ports.ts';

interface Asked {
  image: string;
  /** Name of its object; null: there is none. */
  object: string | null;
  /** Of the dataset's own detector; undefined: Cloud Vision. */
  address: string | undefined;
}

interface Limits {
  /** False: always ask the service. */
  useCache: boolean;
  /** Deadline for the service, Unix milliseconds. */
  until: number;
  /** Aborted when the caller is gone: a detector of one's own is then waited for no longer. */
  signal: AbortSignal;
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
const underway = new SharedWork<readonly Detection[]>();

/** Says which detector it is, without its address; `''` for Cloud Vision. */
export const detectorMark = (address: string | undefined): string =>
  address ? createHash('sha256').update(address).digest('hex') : '';

/**
 * Objects in an image, found by Cloud Vision or the dataset's own detector (Spec 4.2, Contract 16). The same bytes are
 * analysed once.
 * @throws the reason of `signal`; HttpError `file not found`, errors of detection
 */
export async function detectImage(
  { image, object, address }: Asked,
  { useCache, until, signal }: Limits,
): Promise<readonly Detection[]> {
  const stat = object === null ? null : await objects.stat(object);
  if (object === null || !stat) throw new HttpError('file not found');
  const generation = address ? `${stat.generation} ${detectorMark(address)}` : stat.generation;
  const version = { image, object, generation, address };
  if (!useCache) return (await chooseDetector(address)).locate(object, until, signal);
  const known = await detections.find(image, generation);
  if (known) return known;
  const detect = (anybody: AbortSignal) => detectAndKeep(version, { until, signal: anybody });
  return underway.join(`${generation} ${object}`, detect, signal);
}

async function detectAndKeep(
  version: Version,
  { until, signal }: Omit<Limits, 'useCache'>,
): Promise<readonly Detection[]> {
  const detected = await (await chooseDetector(version.address)).locate(version.object, until, signal);
  // The detection was paid for, so it is returned even if it cannot be cached.
  await detections
    .keep(version.image, version.generation, detected)
    .catch(logging('WARNING', 'detection not kept'));
  return detected;
}
