import type { Caller } from '../common/access/caller.ts';
import { Refusal } from '../common/errors.ts';
import { describeError, log } from '../common/log.ts';
import type { Detection, Detections, Vision } from '../common/ports.ts';
import { type FindPorts, findImage } from './find-image.ts';

interface Ports extends FindPorts {
  detections: Detections;
  vision: () => Promise<Vision>;
}

interface Input {
  encoded: string;
  caller: Caller;
  /** False asks the service each time. */
  useCache: boolean;
  /** Unix milliseconds by which the service must have answered. */
  until: number;
}

/** One version of an image's bytes. */
interface Version {
  image: string;
  object: string;
  generation: string;
}

/** Calls of the service under way, by version: who asks for the same one waits with the first. */
const underway = new Map<string, Promise<readonly Detection[]>>();

/**
 * Objects in an image (Spec 4.2). The same bytes are looked at once.
 * @throws Refusal `file not found`, `uri invalid`, `forbidden`, rows of detection
 */
export async function detectObjects(input: Input, ports: Ports): Promise<readonly Detection[]> {
  const found = await findImage(input.encoded, input.caller, 'viewer', ports);
  const stat = found ? await ports.objects.stat(found.object) : null;
  if (!found || !stat) throw new Refusal('file not found');
  const version = { image: found.record.id, object: found.object, generation: stat.generation };
  if (!input.useCache) return (await ports.vision()).locate(version.object, input.until);
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
  const detected = await (await ports.vision()).locate(version.object, until);
  try {
    await ports.detections.keep(version.image, version.generation, detected);
  } catch (error) {
    // It was paid for: an answer that cannot be kept is an answer all the same.
    log('WARNING', 'detection not kept', { reason: describeError(error) });
  }
  return detected;
}
