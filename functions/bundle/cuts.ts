/**
 * What the bundle leaves out of Google's clients: work at import for features that no route uses. Each cut says what it
 * saves; `npm run bench -- cold` measures a bundle without it. The packages are pinned to the version that the cut fits.
 */

/** Texts to replace in a file; each must occur exactly once. */
export interface Patch {
  file: RegExp;
  texts: readonly (readonly [find: string, replace: string])[];
}

/** A module that is loaded at the first use of one of its names, from node_modules. */
export interface Shim {
  /** File of the real module. */
  file: RegExp;
  names: readonly string[];
  /** Only for these importers. */
  importer: RegExp;
}

/** Unused packages of a protocol description in JSON. */
export interface UnusedProtocols {
  file: RegExp;
  path: readonly string[];
  names: readonly string[];
}

export interface Cut {
  name: string;
  /** Affected packages, pinned to exact versions in package.json. */
  packages: readonly string[];
  /** The route with which `npm run bench -- cold` measures it. */
  route: 'git status' | 'monitor start' | 'image detect';
  /** Of the processor time of a new process until its first answer on that route. */
  saves: string;
  patches?: readonly Patch[];
  shims?: readonly Shim[];
  protocols?: readonly UnusedProtocols[];
  /** Replaces a module by another one, by name. */
  alias?: Readonly<Record<string, string>>;
}

export const CUTS: readonly Cut[] = [
  {
    // Only onCall needs it, and there is none here. Our own `verifyIdToken` uses the real module.
    name: 'auth of firebase-functions',
    packages: ['firebase-admin', 'firebase-functions'],
    route: 'git status',
    saves: '18 %',
    shims: [
      {
        file: /firebase-admin\/lib\/esm\/auth\/index\.js$/,
        names: ['getAuth'],
        importer: /firebase-functions/,
      },
      {
        file: /firebase-admin\/lib\/esm\/app-check\/index\.js$/,
        names: ['getAppCheck'],
        importer: /firebase-functions/,
      },
    ],
  },
  {
    // Encoded descriptions of each message, for the reflection service, which only servers have.
    name: 'descriptors of proto-loader',
    packages: ['@grpc/proto-loader'],
    route: 'monitor start',
    saves: '8 %',
    patches: [
      {
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
    ],
  },
  {
    // One client instead of seven, which are all created when the package is imported, with their protocols.
    name: 'other versions of Vision',
    packages: ['@google-cloud/vision'],
    route: 'image detect',
    saves: '25 %',
    alias: { '@google-cloud/vision': '@google-cloud/vision/build/src/v1/image_annotator_client.js' },
    protocols: [
      {
        file: /vision\/build\/protos\/protos\.json$/,
        path: ['google', 'cloud', 'vision'],
        names: ['v1p1beta1', 'v1p2beta1', 'v1p3beta1', 'v1p4beta1'],
      },
    ],
  },
];
