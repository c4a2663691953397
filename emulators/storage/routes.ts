import { createBucket, deleteBucket, getBucket, listBuckets } from './buckets.ts';
import type { Call, Operation } from './call.ts';
import { composeObject } from './compose.ts';
import { copyObject, moveObject, rewriteObject } from './copy.ts';
import { answerPreflight } from './cors.ts';
import { downloadObject, followLink } from './download.ts';
import { invalid } from './errors.ts';
import { insertObject } from './insert.ts';
import { deleteObject, getObject, listObjects, patchObject } from './objects.ts';
import { answerUploadPreflight, cancelUpload, resumeUpload } from './resume.ts';

interface RouteEntry {
  /** Name of its counter in `/__operations`. */
  name: string;
  methods: string;
  path: RegExp;
  /** Required query parameter, with its value if given. */
  query?: [name: string, value?: string];
  run: Operation;
}

const UPLOAD = /^\/upload(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)\/o$/;
const API = `^(?:/download)?(?:/storage/v1)?/b`;
const OBJECT = `${API}/(?<bucket>[^/]+)/o/(?<object>[^/]+)`;
const TO = `/b/(?<toBucket>[^/]+)/o/(?<toObject>[^/]+)$`;
const object = new RegExp(`${OBJECT}$`);

/** API addresses are not links to objects. */
const LINK =
  /^\/(?!(?:storage|upload|download|resumable|b|batch|projects)\/)(?<bucket>[^/]+)\/(?<object>.+)$/;

/** The first match wins. The client omits `/storage/v1` if STORAGE_EMULATOR_HOST names the server. */
const ROUTES: RouteEntry[] = [
  { name: 'resume', methods: 'PUT', path: UPLOAD, query: ['upload_id'], run: resumeUpload },
  { name: 'cancel', methods: 'DELETE', path: UPLOAD, query: ['upload_id'], run: cancelUpload },
  { name: 'insert', methods: 'POST', path: UPLOAD, run: insertObject },
  { name: 'preflight', methods: 'OPTIONS', path: UPLOAD, query: ['upload_id'], run: answerUploadPreflight },
  { name: 'download', methods: 'GET HEAD', path: object, query: ['alt', 'media'], run: downloadObject },
  { name: 'get', methods: 'GET', path: object, run: getObject },
  { name: 'patch', methods: 'PATCH', path: object, run: patchObject },
  { name: 'delete', methods: 'DELETE', path: object, run: deleteObject },
  { name: 'rewrite', methods: 'POST', path: new RegExp(`${OBJECT}/rewriteTo${TO}`), run: rewriteObject },
  { name: 'copy', methods: 'POST', path: new RegExp(`${OBJECT}/copyTo${TO}`), run: copyObject },
  {
    name: 'move',
    methods: 'POST',
    path: new RegExp(`${OBJECT}/moveTo/o/(?<toObject>[^/]+)$`),
    run: moveObject,
  },
  { name: 'compose', methods: 'POST', path: new RegExp(`${OBJECT}/compose$`), run: composeObject },
  { name: 'list', methods: 'GET', path: new RegExp(`${API}/(?<bucket>[^/]+)/o/?$`), run: listObjects },
  { name: 'getBucket', methods: 'GET', path: new RegExp(`${API}/(?<bucket>[^/]+)$`), run: getBucket },
  {
    name: 'deleteBucket',
    methods: 'DELETE',
    path: new RegExp(`${API}/(?<bucket>[^/]+)$`),
    run: deleteBucket,
  },
  { name: 'listBuckets', methods: 'GET', path: new RegExp(`${API}$`), run: listBuckets },
  { name: 'createBucket', methods: 'POST', path: new RegExp(`${API}$`), run: createBucket },
  { name: 'link', methods: 'GET HEAD', path: LINK, run: followLink },
  { name: 'preflight', methods: 'OPTIONS', path: LINK, run: answerPreflight },
];

export interface Route {
  name: string;
  run: Operation;
  names: Call['names'];
}

/** @param path percent-encoded, without query @throws 400 for an invalid encoding */
export function findRoute(method: string, path: string, query: URLSearchParams): Route | undefined {
  for (const entry of ROUTES) {
    const match = entry.path.exec(path);
    if (!match || !entry.methods.split(' ').includes(method) || !fits(entry, query)) continue;
    return { name: entry.name, run: entry.run, names: decode(match.groups ?? {}) };
  }
  return undefined;
}

function fits({ query: wanted }: RouteEntry, query: URLSearchParams): boolean {
  if (!wanted) return true;
  const value = query.get(wanted[0]);
  return value !== null && (wanted[1] === undefined || value === wanted[1]);
}

function decode(groups: Record<string, string | undefined>): Call['names'] {
  try {
    const given = Object.entries(groups).filter(([, text]) => text !== undefined);
    return Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text!)]));
  } catch {
    throw invalid('Malformed percent-encoding in the path.');
  }
}
