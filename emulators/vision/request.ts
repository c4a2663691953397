/** Schema of `images:annotate` bodies; features that this server lacks are rejected by name. */
import * as z from 'zod';
import { HttpError } from '../http/http-error.ts';

/** The service's limit of images in one request. */
const IMAGE_LIMIT = 16;
const OBJECT_LOCALIZATION = 'OBJECT_LOCALIZATION';

/** `google.cloud.vision.v1.Feature.Type`: a request has the number or the name. */
const FEATURES = new Map<number, string>([
  [0, 'TYPE_UNSPECIFIED'],
  [1, 'FACE_DETECTION'],
  [2, 'LANDMARK_DETECTION'],
  [3, 'LOGO_DETECTION'],
  [4, 'LABEL_DETECTION'],
  [5, 'TEXT_DETECTION'],
  [6, 'SAFE_SEARCH_DETECTION'],
  [7, 'IMAGE_PROPERTIES'],
  [9, 'CROP_HINTS'],
  [10, 'WEB_DETECTION'],
  [11, 'DOCUMENT_TEXT_DETECTION'],
  [12, 'PRODUCT_SEARCH'],
  [19, OBJECT_LOCALIZATION],
]);
const NAMES = new Set(FEATURES.values());

const type = z.union([z.string(), z.int().transform((number) => FEATURES.get(number) ?? String(number))]);
const int32 = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number),
]);
const source = z.looseObject({ imageUri: z.string().optional(), gcsImageUri: z.string().optional() });
const annotateRequest = z.looseObject({
  image: z.looseObject({ content: z.string().optional(), source: source.optional() }).optional(),
  features: z
    .array(z.looseObject({ type: type.default('TYPE_UNSPECIFIED'), maxResults: int32.default(0) }))
    .default([]),
});
const body = z.looseObject({ requests: z.array(annotateRequest) });

/** One entry of `requests`; it has at least one feature, and all features are object localization. */
export type AnnotateRequest = z.infer<typeof annotateRequest>;

/** @throws HttpError 400 with the service's sentence where it is known */
export function requireRequests(json: unknown): AnnotateRequest[] {
  const { success, data, error } = body.safeParse(json);
  if (!success) {
    const [first] = error.issues;
    throw new HttpError(400, `Invalid JSON payload: ${first?.path.join('.')}: ${first?.message}`);
  }
  if (data.requests.length > IMAGE_LIMIT) throw new HttpError(400, 'Too many images per request.');
  data.requests.forEach(requireFeatures);
  return data.requests;
}

function requireFeatures({ features }: AnnotateRequest, index: number): void {
  if (features.length === 0) throw new HttpError(400, 'Request must specify image and features.');
  for (const { type: name, maxResults } of features) {
    const place = `requests[${index}].features`;
    if (!NAMES.has(name)) throw new HttpError(400, `Invalid value at '${place}.type': "${name}"`);
    if (name !== OBJECT_LOCALIZATION)
      throw new HttpError(400, `The local Vision server only has ${OBJECT_LOCALIZATION}, not ${name}.`);
    if (maxResults < 0) throw new HttpError(400, `Invalid value at '${place}.max_results': ${maxResults}`);
  }
}
