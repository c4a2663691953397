import { type Found, localizeObjects } from './localize.ts';

/** Reads an object of Cloud Storage. @throws when it is not there */
export type ReadObject = (bucket: string, name: string) => Promise<Buffer>;

interface Source {
  imageUri?: string;
  gcsImageUri?: string;
}

/** One entry of `requests`. Enumerations come as numbers or names. */
export interface AnnotateRequest {
  image?: { content?: string; source?: Source };
  features?: { type?: number | string; maxResults?: number }[];
}

/** An image's own error, beside the other images' answers. Codes: google.rpc.Code. */
export interface ImageError {
  code: number;
  message: string;
}

export interface AnnotateResponse {
  localizedObjectAnnotations?: ReturnType<typeof annotationOf>[];
  error?: ImageError;
}

const OBJECT_LOCALIZATION = new Set<unknown>([19, 'OBJECT_LOCALIZATION']);
/** What the service gives when no maximum is asked for. */
const USUAL_RESULTS = 10;

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers one image; its errors stand in the answer. */
export async function annotateImage(
  request: AnnotateRequest,
  readObject?: ReadObject,
): Promise<AnnotateResponse> {
  try {
    const feature = request.features?.find(({ type }) => OBJECT_LOCALIZATION.has(type));
    const bytes = await bytesOf(request, readObject);
    if (!feature) return {};
    const found = await localize(bytes);
    const annotations = found.slice(0, feature.maxResults || USUAL_RESULTS).map(annotationOf);
    return annotations.length > 0 ? { localizedObjectAnnotations: annotations } : {};
  } catch (error) {
    if (error instanceof Refusal) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

async function bytesOf({ image }: AnnotateRequest, readObject?: ReadObject): Promise<Buffer> {
  if (image?.content) return Buffer.from(image.content, 'base64');
  const uri = image?.source?.imageUri || image?.source?.gcsImageUri;
  if (!uri) throw new Refusal(3, 'image-annotator::Malformed request.: Image content is missing.');
  const [, bucket, name] = /^gs:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (!bucket || !name || !readObject) {
    throw new Refusal(7, 'We can not access the URL currently. Please download the content and pass it in.');
  }
  try {
    return await readObject(bucket, name);
  } catch {
    throw new Refusal(5, `Error opening file: ${uri}.`);
  }
}

async function localize(bytes: Buffer): Promise<Found[]> {
  try {
    return await localizeObjects(bytes);
  } catch {
    throw new Refusal(3, 'Bad image data.');
  }
}

/** The service's JSON leaves out what is 0. */
function annotationOf({ name, score, left, top, right, bottom }: Found) {
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const;
  const normalizedVertices = corners.map(([x, y]) => ({ ...(x ? { x } : {}), ...(y ? { y } : {}) }));
  return { mid: `/j/${name.toLowerCase()}`, name, score, boundingPoly: { normalizedVertices } };
}
