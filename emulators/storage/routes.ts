import type { Call, Operation } from './call.ts';
import { composeObject, copyObject, moveObject, rewriteObject } from './copy.ts';
import { downloadObject, followLink } from './download.ts';
import { invalid } from './errors.ts';
import { insertObject } from './insert.ts';
import {
  createBucket,
  deleteObject,
  getBucket,
  getObject,
  listBuckets,
  listObjects,
  patchObject,
} from './objects.ts';
import { cancelUpload, resumeUpload } from './resume.ts';

interface Row {
  /** The name it is counted by in `/__operations`. */
  name: string;
  methods: string;
  path: RegExp;
  /** Query parameter, with its value if given, that must stand. */
  query?: [name: string, value?: string];
  run: Operation;
}

const UPLOAD = /^\/upload(?:\/storage\/v1)?\/b\/(?<bucket>[^/]+)\/o$/;
const API = `^(?:/download)?(?:/storage/v1)?/b`;
const OBJECT = `${API}/(?<bucket>[^/]+)/o/(?<object>[^/]+)`;
const TO = `/b/(?<toBucket>[^/]+)/o/(?<toObject>[^/]+)$`;
const object = new RegExp(`${OBJECT}$`);

/** First fit wins. The client leaves `/storage/v1` out when STORAGE_EMULATOR_HOST names the server. */
const ROWS: Row[] = [
  { name: 'resume', methods: 'PUT', path: UPLOAD, query: ['upload_id'], run: resumeUpload },
  { name: 'cancel', methods: 'DELETE', path: UPLOAD, query: ['upload_id'], run: cancelUpload },
  { name: 'insert', methods: 'POST', path: UPLOAD, run: insertObject },
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
  { name: 'listBuckets', methods: 'GET', path: new RegExp(`${API}$`), run: listBuckets },
  { name: 'createBucket', methods: 'POST', path: new RegExp(`${API}$`), run: createBucket },
  { name: 'link', methods: 'GET HEAD', path: /^\/(?<bucket>[^/]+)\/(?<object>.+)$/, run: followLink },
];

export interface Route {
  name: string;
  run: Operation;
  names: Call['names'];
}

/** @param path percent-encoded, without query @throws 400 on a broken encoding */
export function findRoute(method: string, path: string, query: URLSearchParams): Route | undefined {
  for (const row of ROWS) {
    const match = row.path.exec(path);
    if (!match || !row.methods.split(' ').includes(method) || !fits(row, query)) continue;
    return { name: row.name, run: row.run, names: decode(match.groups ?? {}) };
  }
  return undefined;
}

function fits({ query: wanted }: Row, query: URLSearchParams): boolean {
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
