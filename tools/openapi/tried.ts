/** For each operation, a request that works on the sample data: the examples that the API page fills in. */
import { paramsOf } from './asking.ts';
import { type Said, STORY } from './story.ts';

export interface Tried {
  params: Record<string, string>;
  query: Readonly<Record<string, string>>;
  json?: unknown;
}

/** A one-pixel image. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PIXEL = { date: 1_790_000_000_000, name: 'pixel.png', dataset: 'bolts', tag: 'good' };

/** Operations whose example sends bytes, or that the story does not call. */
const OWN: Readonly<Record<string, Said>> = {
  startSessionByPost: { params: { monitor_id: 'line-2' } },
  stopSessionByPost: { params: { monitor_id: 'line-2' } },
  addImage: { json: { image: PICTURE, image_data: PIXEL } },
  makeImport: { json: { name: 'bolts.zip', size: 100_000 } },
  exportVersion: { query: { format: 'csv' } },
  downloadZip: { json: { images: ['bolts-0001', 'bolts-0003'] } },
  deleteImageByDelete: { params: { encoded_uri: 'dataset--bolts--bolts-0004.jpg' } },
  gitDiscard: { json: { files: ['flows.json'] } },
  gitCommit: { json: { message: 'Lower the threshold' } },
};

/**
 * @param id of the operation
 * @param pattern `/monitor/{monitor_id}/start`
 * @returns null if no working request is known
 */
export function triedOf(id: string, pattern: string): Tried | null {
  const told = STORY.find(([operation]) => operation === id);
  const said = OWN[id] ?? (told && (told[1] ?? {}));
  if (!said) return null;
  const { query = {}, json } = said;
  return { params: paramsOf(pattern, said), query, ...(json !== undefined && { json }) };
}
