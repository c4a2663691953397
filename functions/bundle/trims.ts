/** Work that the clients do at their start for nothing that is used here: taken out of the bundle, text by text. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

interface Trim {
  file: RegExp;
  /** Each must stand there exactly once: a new version of a client is to be looked at, not trimmed blindly. */
  texts: readonly (readonly [find: string, replace: string])[];
}

const TRIMS: readonly Trim[] = [
  {
    // For pipelines, which are not used here; all classes of the protocol are made for it.
    file: /@google-cloud\/firestore\/build\/src\/serializer\.js$/,
    texts: [
      [
        'var Value = firestore_v1_proto_api_1.google.firestore.v1.Value;',
        'var Value = { fromObject: (it) => firestore_v1_proto_api_1.google.firestore.v1.Value.fromObject(it) };',
      ],
    ],
  },
  {
    // Encoded descriptions of each message: for the reflection service, which only servers have.
    file: /@grpc\/proto-loader\/build\/src\/index\.js$/,
    texts: [
      ["const messageDescriptor = message.toDescriptor('proto3');", ''],
      [
        'type: messageDescriptor.$type.toObject(messageDescriptor, descriptorOptions),\n        fileDescriptorProtos: fileDescriptors,',
        '',
      ],
      ["const enumDescriptor = enumType.toDescriptor('proto3');", ''],
      [
        'type: enumDescriptor.$type.toObject(enumDescriptor, descriptorOptions),\n        fileDescriptorProtos: fileDescriptors,',
        '',
      ],
      ["const descriptorList = root.toDescriptor('proto3').file;", ''],
      [
        'const bufferList = descriptorList.map(value => Buffer.from(descriptor.FileDescriptorProto.encode(value).finish()));',
        'const bufferList = [];',
      ],
    ],
  },
  {
    // The client of a service that lists regions.
    file: /firestore-api\/build\/src\/v1\/firestore_client\.js$/,
    texts: [
      ['this.locationsClient = new this._gaxModule.LocationsClient(this._gaxGrpc, opts);', ''],
      [
        'this.locationsClient.close().catch(err => {\n                    throw err;\n                });',
        '',
      ],
    ],
  },
  {
    file: /firestore-api\/build\/src\/v1\/index\.js$/,
    texts: [
      ['var firestore_admin_client_1 = require("./firestore_admin_client");', ''],
      [
        'Object.defineProperty(exports, "FirestoreAdminClient", { enumerable: true, get: function () { return firestore_admin_client_1.FirestoreAdminClient; } });',
        '',
      ],
    ],
  },
];

/** Protocols of other services and versions than those that are spoken. */
const UNUSED_PROTOCOLS: readonly { file: RegExp; path: readonly string[]; names: readonly string[] }[] = [
  { file: /firestore-api\/build\/protos\/protos\.json$/, path: ['google', 'firestore'], names: ['admin'] },
  {
    file: /vision\/build\/protos\/protos\.json$/,
    path: ['google', 'cloud', 'vision'],
    names: ['v1p1beta1', 'v1p2beta1', 'v1p3beta1', 'v1p4beta1'],
  },
];

/** @param missed gets what was not met: of a whole build, a file that has another name now */
export const trims = (missed: Set<RegExp>): Plugin => ({
  name: 'trims',
  setup(build) {
    for (const { file } of [...TRIMS, ...UNUSED_PROTOCOLS]) missed.add(file);
    for (const { file, texts } of TRIMS) {
      build.onLoad({ filter: file }, async ({ path }) => {
        missed.delete(file);
        return { contents: trim(path, await readFile(path, 'utf8'), texts) };
      });
    }
    for (const { file, path, names } of UNUSED_PROTOCOLS) {
      build.onLoad({ filter: file }, async (asked) => {
        missed.delete(file);
        return {
          contents: withoutProtocols(await readFile(asked.path, 'utf8'), path, names),
          loader: 'json',
        };
      });
    }
  },
});

function trim(path: string, text: string, texts: Trim['texts']): string {
  let trimmed = text;
  for (const [find, replace] of texts) {
    const parts = trimmed.split(find);
    if (parts.length !== 2)
      throw new Error(`${path} has changed: see functions/bundle/trims.ts, ${find.slice(0, 60)}`);
    trimmed = parts.join(replace);
  }
  return trimmed;
}

interface Protocol {
  nested?: Record<string, Protocol>;
}

function withoutProtocols(text: string, path: readonly string[], names: readonly string[]): string {
  const root = JSON.parse(text) as Protocol;
  let at: Protocol | undefined = root;
  for (const name of path) at = at?.nested?.[name];
  for (const name of names) delete at?.nested?.[name];
  return JSON.stringify(root);
}
