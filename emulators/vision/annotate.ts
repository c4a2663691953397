import { type Found, localizeObjects } from './localize.ts';
import type { AnnotateRequest } from './request.ts';

/** Reads an object of Cloud Storage. @throws if it does not exist */
export type ReadObject = (bucket: string, name: string) => Promise<Buffer>;

/** Error of one image in a batch. Codes: google.rpc.Code. */
export interface ImageError {
  code: number;
  message: string;
}

export interface AnnotateResponse {
  localizedObjectAnnotations?: ReturnType<typeof annotationOf>[];
  error?: ImageError;
}

/** The service's default number of results. */
const DEFAULT_RESULTS = 10;

class AnnotateError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers for one image; its errors are part of the answer. */
export async function annotateImage(
  request: AnnotateRequest,
  readObject?: ReadObject,
): Promise<AnnotateResponse> {
  try {
    const found = await localize(await bytesOf(request, readObject));
    const limit = request.features[0]?.maxResults || DEFAULT_RESULTS;
    const annotations = found.slice(0, limit).map(annotationOf);
    return annotations.length > 0 ? { localizedObjectAnnotations: annotations } : {};
  } catch (error) {
    if (error instanceof AnnotateError) return { error: { code: error.code, message: error.message } };
    throw error;
  }
}

async function bytesOf({ image }: AnnotateRequest, readObject?: ReadObject): Promise<Buffer> {
  if (image?.content) return Buffer.from(image.content, 'base64');
  const uri = image?.source?.imageUri || image?.source?.gcsImageUri;
  if (!uri) throw new AnnotateError(3, 'image-annotator::Malformed request.: Image content is missing.');
  const [, bucket, name] = /^gs:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  if (!bucket || !name || !readObject) {
    throw new AnnotateError(
      7,
      'We can not access the URL currently. Please download the content and pass it in.',
    );
  }
  try {
    return await readObject(bucket, name);
  } catch {
    throw new AnnotateError(5, `Error opening file: ${uri}.`);
  }
}

async function localize(bytes: Buffer): Promise<Found[]> {
  try {
    return await localizeObjects(bytes);
  } catch {
    throw new AnnotateError(3, 'Bad image data.');
  }
}

/** The service's JSON omits zeros. */
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
