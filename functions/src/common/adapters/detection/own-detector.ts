import * as z from 'zod/mini';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { HttpError } from '../../errors.ts';
import { isMissing } from '../../foreign-errors.ts';
import { type Detection, MOST_DETECTIONS, type Vision } from '../../images/detection-ports.ts';
import { readWhole } from '../../storage/read-whole.ts';
import { askService } from '../ask-service.ts';
import { objects } from '../objects.ts';
import { boxAround, detecting, unit } from './detecting.ts';

const answer = z.object({ result: z.array(z.unknown()) });

const detections = z.array(
  z.object({
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    class: z.string().check(z.maxLength(200)),
    score: z.number(),
  }),
);

/** Bytes of pictures that are in memory at once; others wait. Shared by detectors: one that hangs leaves some to others. */
const sending = new Semaphore(80_000_000, 20_000_000);

/** A detector of one's own: it gets the bytes of a picture, and answers as `detect` does (Contract 16). */
export const detectorAt = (address: string): Vision => ({
  async locate(object, until, gone) {
    const late = AbortSignal.timeout(Math.max(until - Date.now(), 1));
    const signal = AbortSignal.any([gone, late]);
    try {
      const weight = (await objects.stat(object))?.size ?? 0;
      const found = await sending.run(() => findIn(object, { address, until, signal }), {
        ...{ weight, signal },
        share: address,
      });
      return found.map(toUnit);
    } catch (error) {
      gone.throwIfAborted();
      if (isMissing(error)) throw new HttpError('file not found', {}, error);
      if (late.aborted && !(error instanceof HttpError)) throw new HttpError('detection late', {}, error);
      throw error;
    }
  },
});

interface Finding {
  address: string;
  until: number;
  signal: AbortSignal;
}

async function findIn(object: string, { address, until, signal }: Finding): Promise<Detection[]> {
  const bytes = await readWhole(object, { objects, signal });
  return detecting({ until, signal }, (timeout) => ask(address, bytes, { timeout, signal }));
}

async function ask(
  address: string,
  body: Uint8Array,
  within: { timeout: number; signal: AbortSignal },
): Promise<Detection[]> {
  const { result } = z.parse(answer, await askService(address, body, { what: 'detector', ...within }));
  // Only those that are taken are judged: half a million that are wrong would take seconds, and all memory.
  return z.parse(detections, result.slice(0, MOST_DETECTIONS));
}

const toUnit = ({ bbox: [x, y, w, h], class: name, score }: Detection): Detection => ({
  bbox: boxAround([x, x + w], [y, y + h]),
  class: name,
  score: unit(score),
});
