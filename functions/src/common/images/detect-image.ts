import { createHash } from 'node:crypto';
import { HttpError } from '../errors.ts';
import { logging } from '../log.ts';
import type { Objects } from '../ports.ts';
import type { Detection, Detections, Vision } from './detection-ports.ts';

export interface DetectPorts {
  detections: Detections;
  objects: Pick<Objects, 'stat'>;
  /** @param address of the dataset's own detector; undefined: Cloud Vision */
  detector: (address: string | undefined) => Promise<Vision>;
}

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

/** Says which detector it is, without its address; `''` for Cloud Vision. */
export const detectorMark = (address: string | undefined): string =>
  address ? createHash('sha256').update(address).digest('hex') : '';

/**
 * Objects in an image, found by Cloud Vision or the dataset's own detector (Spec 4.2, Contract 16). The same bytes are
 * analysed once.
 * @throws HttpError `file not found`, errors of detection
 */
export async function detectImage(
  { image, object, address }: Asked,
  { useCache, until }: Limits,
  ports: DetectPorts,
): Promise<readonly Detection[]> {
  const stat = object === null ? null : await ports.objects.stat(object);
  if (object === null || !stat) throw new HttpError('file not found');
  const generation = address ? `${stat.generation} ${detectorMark(address)}` : stat.generation;
  const version = { image, object, generation, address };
  if (!useCache) return (await ports.detector(address)).locate(object, until);
  return (await ports.detections.find(image, generation)) ?? detectOnce(version, until, ports);
}

function detectOnce(version: Version, until: number, ports: DetectPorts): Promise<readonly Detection[]> {
  const key = `${version.generation} ${version.object}`;
  const running =
    underway.get(key) ?? detectAndKeep(version, until, ports).finally(() => underway.delete(key));
  underway.set(key, running);
  return running;
}

async function detectAndKeep(
  version: Version,
  until: number,
  ports: DetectPorts,
): Promise<readonly Detection[]> {
  const detected = await (await ports.detector(version.address)).locate(version.object, until);
  // The detection was paid for, so it is returned even if it cannot be cached.
  await ports.detections
    .keep(version.image, version.generation, detected)
    .catch(logging('WARNING', 'detection not kept'));
  return detected;
}
