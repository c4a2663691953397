import { text } from 'node:stream/consumers';
import { ImageAnnotatorClient, type protos } from '@google-cloud/vision';
import { PassThroughClient } from 'google-auth-library';
import { projectId } from '../../config.ts';
import { HttpError } from '../../errors.ts';
import { isMissing } from '../../foreign-errors.ts';
import { type Detection, MOST_DETECTIONS, type Vision } from '../../images/detection-ports.ts';
import { lazy } from '../../lazy.ts';
import { objects } from '../objects.ts';
import { boxAround, detecting } from './detecting.ts';

type Located = protos.google.cloud.vision.v1.ILocalizedObjectAnnotation;

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
    const found = await detecting({ until }, (timeout) => annotate(image, timeout));
    return found.map(toDetection);
  },
};

async function annotate(image: object, timeout: number): Promise<Located[]> {
  // The service returns 10 objects unless asked for more.
  const features = [{ type: 'OBJECT_LOCALIZATION' as const, maxResults: MOST_DETECTIONS }];
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

/** The service leaves out coordinates that are 0. */
export function toDetection({ name, score, boundingPoly }: Located): Detection {
  const corners = boundingPoly?.normalizedVertices ?? [];
  const bbox = boxAround(
    corners.map(({ x }) => x ?? 0),
    corners.map(({ y }) => y ?? 0),
  );
  return { bbox, class: name ?? '', score: score ?? 0 };
}
