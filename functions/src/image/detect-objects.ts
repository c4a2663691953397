import type { Caller } from '../common/access/caller.ts';
import { detectImage } from '../common/images/detect-image.ts';
import type { Detection } from '../common/images/detection-ports.ts';
import type { EncodedUri } from './encoded-uri.ts';
import { findImage } from './find-image.ts';

interface Input {
  uri: EncodedUri;
  caller: Caller;
  /** False: always ask the service. */
  useCache: boolean;
  /** Deadline for the service, Unix milliseconds. */
  until: number;
  /** Aborted when the caller is gone. */
  signal: AbortSignal;
}

/**
 * Objects in an image that the caller may see (Spec 4.2).
 * @throws HttpError `file not found`, `uri invalid`, `forbidden`, errors of detection
 */
export async function detectObjects({ uri, caller, ...limits }: Input): Promise<readonly Detection[]> {
  const found = await findImage(uri, caller, 'viewer');
  const image = found?.record.id ?? '';
  const object = found?.object ?? null;
  return detectImage({ image, object, address: found?.dataset.detector }, limits);
}
