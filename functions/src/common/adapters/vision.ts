import { text } from 'node:stream/consumers';
import { ImageAnnotatorClient, type protos } from '@google-cloud/vision';
import { PassThroughClient } from 'google-auth-library';
import { projectId } from '../config.ts';
import { Refusal } from '../errors.ts';
import { lazy } from '../lazy.ts';
import { describeError, log } from '../log.ts';
import type { Detection, Vision } from '../ports.ts';
import { objects } from './objects.ts';

type Located = protos.google.cloud.vision.v1.ILocalizedObjectAnnotation;

/** Milliseconds before the second, third and fourth try. */
const PAUSES = [250, 1000, 3000];
/** The service names 10 objects unless it is asked for more. */
const MAX_RESULTS = 100;
/** gRPC code of an image's own error: its object is not there. */
const NOT_FOUND = 5;
/** Seconds after which a quota by the minute has room again. */
const QUOTA_RETRY = 60;

/** Cloud Vision over REST: starts faster than over gRPC (facts: images and archives). */
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

/** The local stack's Vision server; it cannot read the bucket by itself, so bytes are sent. */
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
  // Retries are ours: the client's own know no deadline for all tries together.
  const options = { timeout, retry: null };
  const [answer] = await client().batchAnnotateImages({ requests: [request] }, options);
  const result = answer.responses?.[0];
  const { code, message } = result?.error ?? {};
  if (code === NOT_FOUND) throw new Refusal('file not found', {}, message);
  if (code) throw Object.assign(new Error(message ?? 'image'), { code });
  return result?.localizedObjectAnnotations ?? [];
}

/** Transient faults only, and only while the deadline leaves time for another try. */
async function withRetries<T>(until: number, work: (timeout: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(Math.max(until - Date.now(), 1));
    } catch (error) {
      const fault = faultOf(error);
      const pause = (PAUSES[attempt] ?? Number.POSITIVE_INFINITY) * (0.75 + Math.random() / 2);
      if (!TRANSIENT.has(fault) || Date.now() + pause >= until) throw refusalOf(fault, error);
      log('WARNING', 'vision tried again', { reason: describeError(error) });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

type Fault = 'quota' | 'permission' | 'bad image' | 'deadline' | 'unreachable' | 'unknown';

const TRANSIENT: ReadonlySet<Fault> = new Set(['deadline', 'unreachable']);

/** By gRPC code, by the HTTP status that the REST transport gives in its place (facts), or by the system's code. */
const FAULTS: Readonly<Record<string, Fault>> = {
  8: 'quota',
  429: 'quota',
  7: 'permission',
  16: 'permission',
  401: 'permission',
  403: 'permission',
  3: 'bad image',
  400: 'bad image',
  4: 'deadline',
  504: 'deadline',
  ETIMEDOUT: 'deadline',
  14: 'unreachable',
  500: 'unreachable',
  502: 'unreachable',
  503: 'unreachable',
  13: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
};

function faultOf(error: unknown): Fault {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const known = FAULTS[String(code)];
  if (known) return known;
  return cause === undefined || cause === null ? 'unknown' : faultOf(cause);
}

const SENTENCES = {
  permission: 'permission denied',
  'bad image': 'cannot read this image',
  unknown: 'failed',
} as const;

function refusalOf(fault: Fault, error: unknown): Refusal {
  if (fault === 'quota') return new Refusal('detection quota', { retryAfter: QUOTA_RETRY }, error);
  if (error instanceof Refusal) return error;
  if (fault === 'deadline') return new Refusal('detection late', {}, error);
  if (fault === 'unreachable') return new Refusal('detection unreachable', {}, error);
  return new Refusal('detection failed', { reason: SENTENCES[fault] }, error);
}

/** The service leaves out coordinates that are 0, and may step outside of the image (Contract 5). */
export function toDetection({ name, score, boundingPoly }: Located): Detection {
  const corners = boundingPoly?.normalizedVertices ?? [];
  const [left, right] = reach(corners.map(({ x }) => unit(x)));
  const [top, bottom] = reach(corners.map(({ y }) => unit(y)));
  return { bbox: [left, top, right - left, bottom - top], class: name ?? '', score: score ?? 0 };
}

const reach = (values: readonly number[]): [number, number] =>
  values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)];

const unit = (value: number | null | undefined): number => Math.min(1, Math.max(0, value || 0));
