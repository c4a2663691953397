/** Shared setup of the image suites: a stack with a bucket client, images created directly, calls with unchanged paths. */
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Bucket, Storage } from '@google-cloud/storage';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { type Answered, furnish } from '../support/factory.ts';
import { startTestStack, type TestStack, type TestStackOptions } from '../support/stack.ts';

export interface Stage {
  stack: TestStack;
  bucket: Bucket;
  close(): Promise<void>;
}

/** Datasets, tags and monitors as created by `furnish`. */
export async function openStage(options: TestStackOptions = {}): Promise<Stage> {
  const stack = await startTestStack({ functions: ['image', 'monitor'], ...options });
  const storage = new Storage({
    projectId: stack.projectId,
    apiEndpoint: `http://${stack.addresses.storage}`,
  });
  await furnish(stack);
  return { stack, bucket: storage.bucket(stack.bucket), close: () => stack.close() };
}

export interface Placed {
  id: string;
  /** Object name. */
  name: string;
  /** As in the path of the routes. */
  encoded: string;
}

/** Creates an object and its record directly; `null` for bytes or fields omits that half. */
export async function place(
  { stack, bucket }: Stage,
  name: string,
  bytes: Buffer | null,
  fields: Record<string, unknown> | null = {},
  contentType = 'image/jpeg',
): Promise<Placed> {
  if (bytes) await bucket.file(name).save(bytes, { resumable: false, contentType });
  const encoded = encodeObjectName(name);
  const record = stack.firestore.collection('image').doc();
  if (fields) await record.set({ ...newFields(stack, name, encoded), ...fields });
  return { id: record.id, name, encoded };
}

const newFields = (stack: TestStack, name: string, encoded: string) => ({
  uri: `gs://${stack.bucket}/${name}`,
  encoded,
  name: name.split('/').at(-1),
  dataset: stack.firestore.doc('dataset/bolts'),
  tag: null,
  tags: [],
  tagsContained: [],
  set: 'PREDETERMINED',
  monitor: null,
  session: '',
});

/** Names of all objects under `dataset/`. */
export async function objectNames({ bucket }: Stage): Promise<string[]> {
  const [files] = await bucket.getFiles({ prefix: 'dataset/' });
  return files.map(({ name }) => name);
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
}

/** Sends the path exactly as given: `fetch` would resolve `..` and encode characters. */
export function send(
  { stack }: Pick<Stage, 'stack'>,
  path: string,
  { method = 'GET', headers = {} }: Sent = {},
): Promise<Answered> {
  const { hostname, port, pathname } = new URL(stack.baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, headers, path: `${pathname}${path}` }, (answer) => {
      readAnswer(answer).then(resolve, reject);
    });
    sent.once('error', reject).end();
  });
}

async function readAnswer(answer: IncomingMessage): Promise<Answered> {
  const body = await text(answer);
  return {
    status: answer.statusCode ?? 0,
    headers: new Headers(answer.headers as Record<string, string>),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

/** Media type and bytes of a data URI. */
export function readDataUri(uri: string): { mediaType: string; bytes: Buffer } {
  const [, mediaType = '', base64 = ''] = /^data:([^;,]+);base64,([\w+/]*={0,2})$/.exec(uri) ?? [];
  return { mediaType, bytes: Buffer.from(base64, 'base64') };
}
