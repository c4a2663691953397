/** For each operation, a request that works on the sample data: the examples that the API page fills in. */
import { ASKED } from './requests-asked.ts';

export interface Tried {
  params: Record<string, string>;
  query: Record<string, string>;
  json?: unknown;
}

/** A one-pixel image. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PIXEL = { date: 1_790_000_000_000, name: 'pixel.png', dataset: 'bolts', tag: 'good' };

/** Operations whose success example sends bytes, or that have error examples only. */
const OWN: Readonly<Record<string, [request: string, json?: unknown]>> = {
  startSessionByPost: ['POST /monitor/line-2/start'],
  stopSessionByPost: ['POST /monitor/line-2/stop'],
  addImage: ['POST /monitor/line-1/image', { image: PICTURE, image_data: PIXEL }],
  makeImport: ['POST /dataset/bolts/import', { name: 'bolts.zip', size: 100_000 }],
  exportVersion: ['GET /dataset/bolts/version/1/export?format=csv'],
  downloadZip: ['POST /dataset/bolts/downloadZip', { images: ['bolts-0001', 'bolts-0003'] }],
  deleteImageByDelete: ['DELETE /image/delete/image/dataset--bolts--bolts-0004.jpg'],
  gitDiscard: ['POST /service-git/discard', { files: ['flows.json'] }],
  gitCommit: ['POST /service-git/commit', { message: 'Lower the threshold' }],
};

/**
 * @param id of the operation
 * @param pattern `/monitor/{monitor_id}/start`
 * @returns null if no working request is known
 */
export function triedOf(id: string, pattern: string): Tried | null {
  const own = OWN[id];
  const asked = ASKED.find(({ operation, status, bytesOf }) => operation === id && status < 300 && !bytesOf);
  const request = own?.[0].split(' ')[1] ?? asked?.path;
  if (request === undefined) return null;
  const json = own ? own[1] : asked?.json;
  const { pathname, searchParams } = new URL(request, 'http://any');
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const values = new RegExp(`^${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1) ?? [];
  const params = names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')] as const);
  return {
    params: Object.fromEntries(params),
    query: Object.fromEntries(searchParams),
    ...(json !== undefined && { json }),
  };
}
