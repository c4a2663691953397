/**
 * A database that answers queries for pages of a dataset's images with records that are made on the spot: paging costs the
 * client what it costs with Firestore, and no time is spent by an emulator that walks all records for each page. It runs in
 * a process of its own; `npm run bench -- exports` starts it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { ServerWritableStream, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { placeOf, recordAt } from './made-records.ts';

const CLIENT = resolve(import.meta.dirname, '../../node_modules/@google-cloud/firestore');
const fromClient = createRequire(`${CLIENT}/package.json`);

const { Root } = fromClient('protobufjs') as typeof import('protobufjs');
const { Server, ServerCredentials } = fromClient('@grpc/grpc-js') as typeof import('@grpc/grpc-js');
const root = Root.fromJSON(JSON.parse(readFileSync(`${CLIENT}/build/protos/v1.json`, 'utf8')));
const Asked = root.lookupType('google.firestore.v1.RunQueryRequest');
const Answered = root.lookupType('google.firestore.v1.RunQueryResponse');

interface Value {
  referenceValue?: string;
  stringValue?: string;
}

interface Query {
  parent: string;
  structuredQuery: {
    where: { fieldFilter: { value: Value } };
    startAt?: { values: Value[] };
    limit?: { value: number };
    select?: { fields: { fieldPath: string }[] };
  };
}

/** The dataset's id says how many images it has: `made-1000000`. Nothing names its dataset by a path string. */
function answer(call: ServerWritableStream<Query, object>): void {
  const { parent, structuredQuery: query } = call.request;
  const dataset = query.where.fieldFilter.value.referenceValue?.split('/').at(-1);
  if (dataset !== undefined) {
    const images = Number(dataset.slice('made-'.length));
    const last = query.startAt?.values[0]?.referenceValue?.split('/').at(-1);
    const from = last === undefined ? 0 : placeOf(last, images) + 1;
    const to = Math.min(images, from + (query.limit?.value ?? images));
    const wanted = query.select?.fields.map(({ fieldPath }) => fieldPath) ?? [];
    for (let at = from; at < to; at += 1) {
      const record = recordAt(at, images, dataset);
      call.write({ document: toDocument(record, parent, wanted), readTime });
    }
  }
  // The last answer, as Firestore's: it has the time of an empty page too.
  call.write({ readTime });
  call.end();
}

const readTime = { seconds: 1_790_000_000, nanos: 0 };

function toDocument(record: ImageRecord, parent: string, wanted: readonly string[]) {
  const { id, dataset, tag, tags, tagsContained, monitor, date, revision, width, height, ...rest } = record;
  const reference = (path: string) => ({ referenceValue: `${parent}/${path}` });
  const tagOf = (name: string | null) => reference(`dataset/${dataset}/tag/${name}`);
  const fields: Record<string, object> = {
    dataset: reference(`dataset/${dataset}`),
    tag: tagOf(tag),
    tags: list(tags.map((each) => map({ ...plain({ ...each, tag: '' }), tag: tagOf(each.tag) }))),
    tagsContained: list(tagsContained.map(tagOf)),
    masks: list([]),
    monitor: reference(`monitor/${monitor}`),
    ...plain({ ...rest, masks: null }),
    ...{ date: whole(date), revision: whole(revision), width: whole(width), height: whole(height) },
  };
  const kept = wanted.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  return {
    name: `${parent}/image/${id}`,
    fields: Object.fromEntries(kept),
    ...{ createTime: readTime, updateTime: readTime },
  };
}

const whole = (value: number) => ({ integerValue: value });
const list = (values: object[]) => ({ arrayValue: { values } });
const map = (fields: object) => ({ mapValue: { fields } });

/** Texts and numbers; the others are left out. */
function plain(record: object): Record<string, object> {
  const fields: Record<string, object> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string') fields[name] = { stringValue: value };
    if (typeof value === 'number') fields[name] = { doubleValue: value };
  }
  return fields;
}

const server = new Server();
server.addService(
  {
    RunQuery: {
      path: '/google.firestore.v1.Firestore/RunQuery',
      ...{ requestStream: false, responseStream: true },
      requestSerialize: (query: object) => Buffer.from(Asked.encode(query).finish()),
      requestDeserialize: (bytes: Buffer) => Asked.decode(bytes),
      responseSerialize: (message: object) =>
        Buffer.from(Answered.encode(Answered.fromObject(message)).finish()),
      responseDeserialize: (bytes: Buffer) => Answered.decode(bytes),
    },
  },
  { RunQuery: answer } as unknown as UntypedServiceImplementation,
);
process.once('disconnect', () => process.exit());
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  server.start();
  process.send?.(port);
});
