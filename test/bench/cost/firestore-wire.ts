/** Decodes gRPC bodies of Firestore with the service's protocol definition, which is part of the client. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Root, Type } from 'protobufjs';

const CLIENT = resolve(import.meta.dirname, '../../../node_modules/@google-cloud/firestore');
const PREFIX = '/google.firestore.v1.Firestore/';

/** A message, with field names in camel case. */
export type Message = Readonly<Record<string, unknown>>;

export interface FirestoreCall {
  /** `Commit`, `BatchGetDocuments`, ... */
  method: string;
  requests: readonly Message[];
  responses: readonly Message[];
  /** Size of the requests in bytes. */
  bytes: number;
}

let root: Root | undefined;

function typeOf(name: string): Type {
  if (!root) {
    const { Root: Definition } = createRequire(`${CLIENT}/package.json`)('protobufjs') as {
      Root: typeof Root;
    };
    root = Definition.fromJSON(JSON.parse(readFileSync(`${CLIENT}/build/protos/v1.json`, 'utf8')));
  }
  return root.lookupType(`google.firestore.v1.${name}`);
}

/**
 * @param path `:path` of the HTTP/2 request
 * @throws if the path is not a Firestore call
 */
export function decodeCall(path: string, request: Buffer, response: Buffer): FirestoreCall {
  if (!path.startsWith(PREFIX)) throw new Error(`not a call of Firestore: ${path}`);
  const method = path.slice(PREFIX.length);
  return {
    method,
    requests: decodeAll(`${method}Request`, request),
    responses: method === 'Rollback' ? [] : decodeAll(`${method}Response`, response),
    bytes: request.length,
  };
}

function decodeAll(name: string, body: Buffer): Message[] {
  const type = typeOf(name);
  const options = { longs: Number, bytes: Buffer, defaults: false } as const;
  return [...frames(body)].map((frame) => type.toObject(type.decode(frame), options) as Message);
}

/** Length-prefixed messages: one byte that says whether it is compressed, four bytes of length. */
function* frames(body: Buffer): Generator<Buffer> {
  for (let at = 0; at + 5 <= body.length; ) {
    if (body[at] !== 0) throw new Error('a compressed message: this tap cannot read it');
    const end = at + 5 + body.readUInt32BE(at + 1);
    yield body.subarray(at + 5, end);
    at = end;
  }
}
