import { text } from 'node:stream/consumers';
import { ImageAnnotatorClient, type protos } from '@google-cloud/vision';
import { PassThroughClient } from 'google-auth-library';
import { retry } from '../concurrency/retry.ts';
import { projectId } from '../config.ts';
import { HttpError } from '../errors.ts';
import { type Fault, faultOf, isMissing } from '../foreign-errors.ts';
import type { Detection, Vision } from '../images/detection-ports.ts';
import { lazy } from '../lazy.ts';
import { objects } from './objects.ts';

type Located = protos.google.cloud.vision.v1.ILocalizedObjectAnnotation;

/** The service returns 10 objects unless asked for more. */
const MAX_RESULTS = 100;
/** Seconds after which a per-minute quota has room again. */
const QUOTA_RETRY = 60;

/** Cloud Vision over REST, which starts faster than gRPC (Facts: Images and archives). */
const client = lazy((): ImageAnnotatorClient => {
  const local = localAddress();
  if (!local) return new ImageAnnotatorClient({ fallback: true, projectId: projectId() });
  return new ImageAnnotatorClient({
    fallback: true,
    projectId: projectId(),
    apiEndpoint: local.hostname,
    port: Number(local.port),
    protocol: 'http',
    authClient: new PassThroughClient(),
  } as ConstructorParameters<typeof ImageAnnotatorClient>[0]);
});

/** The local stack's Vision server cannot read the bucket, so it gets the bytes. */
const localAddress = (): URL | null =>
  process.env.VISION_EMULATOR_HOST ? new URL(`http://${process.env.VISION_EMULATOR_HOST}`) : null;

export const vision: Vision = {
  async locate(object, until) {
    const image = localAddress()
      ? { content: await text(objects.read(object).setEncoding('base64')) }
      : { source: { imageUri: objects.uri(object) } };
    const found = await withRetries(until, (timeout) => annotate(image, timeout));
    return found.map(toDetection);
  },
};

async function annotate(image: object, timeout: number): Promise<Located[]> {
  const features = [{ type: 'OBJECT_LOCALIZATION' as const, maxResults: MAX_RESULTS }];
  const request = { image, features };
  // We retry ourselves: the client's retries have no common deadline.
  const options = { timeout, retry: null };
  const [answer] = await client().batchAnnotateImages({ requests: [request] }, options);
  const result = answer.responses?.[0];
  const { code, message } = result?.error ?? {};
  if (isMissing({ code })) throw new HttpError('file not found', {}, message);
  if (code) throw Object.assign(new Error(message ?? 'image'), { code });
  return result?.localizedObjectAnnotations ?? [];
}

/** Errors that may be temporary. A quota recovers too, but not within the time of a call. */
const TRANSIENT: ReadonlySet<Fault> = new Set(['deadline', 'unreachable', 'internal']);

/** Retries temporary errors only, and only while the deadline leaves time for another attempt. */
async function withRetries<T>(until: number, work: (timeout: number) => Promise<T>): Promise<T> {
  const isWorthIt = (error: unknown) => TRANSIENT.has(faultOf(error));
  try {
    return await retry(() => work(Math.max(until - Date.now(), 1)), { what: 'vision', until, isWorthIt });
  } catch (error) {
    throw errorOf(faultOf(error), error);
  }
}

const SENTENCES = {
  permission: 'permission denied',
  'bad request': 'cannot read this image',
} as const;

function errorOf(fault: Fault, error: unknown): HttpError {
  if (fault === 'quota') return new HttpError('detection quota', { retryAfter: QUOTA_RETRY }, error);
  if (error instanceof HttpError) return error;
  if (fault === 'deadline') return new HttpError('detection late', {}, error);
  if (fault === 'unreachable' || fault === 'internal')
    return new HttpError('detection unreachable', {}, error);
  const reason = fault === 'permission' || fault === 'bad request' ? SENTENCES[fault] : 'failed';
  return new HttpError('detection failed', { reason }, error);
}

/** The service leaves out coordinates that are 0, and may return coordinates outside the image (Contract 5). */
export function toDetection({ name, score, boundingPoly }: Located): Detection {
  const corners = boundingPoly?.normalizedVertices ?? [];
  const [left, right] = reach(corners.map(({ x }) => unit(x)));
  const [top, bottom] = reach(corners.map(({ y }) => unit(y)));
  return { bbox: [left, top, right - left, bottom - top], class: name ?? '', score: score ?? 0 };
}

const reach = (values: readonly number[]): [number, number] =>
  values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];

const unit = (value: number | null | undefined): number => Math.min(1, Math.max(0, value || 0));
