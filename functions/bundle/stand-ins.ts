/**
 * Modules of the clients that no route of ours uses, but that are loaded with the client: megabytes of them. In the bundle
 * a stand-in has their names; the first use of one loads the real module from node_modules.
 */
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

interface StandIn {
  /** File of the real module. */
  file: RegExp;
  names: readonly string[];
  /** Only for these importers; for all unless given. */
  importer?: RegExp;
}

const STAND_INS: readonly StandIn[] = [
  // Messages of administrative services, as classes that are made at import.
  { file: /google-gax\/build\/protos\/(iam_service|locations|operations)\.js$/, names: ['google'] },
  { file: /firestore\/build\/protos\/firestore_v1_proto_api\.js$/, names: ['firestore', 'google'] },
  { file: /firestore-api\/build\/protos\/protos\.js$/, names: ['google'] },
  // What onCall needs, and there is none here. Our own `verifyIdToken` has the real one.
  { file: /firebase-admin\/lib\/esm\/auth\/index\.js$/, names: ['getAuth'], importer: /firebase-functions/ },
  {
    file: /firebase-admin\/lib\/esm\/app-check\/index\.js$/,
    names: ['getAppCheck'],
    importer: /firebase-functions/,
  },
];

const NAMESPACE = 'stand-in';

/** @param output folder of the bundle's files */
export const standIns = (output: string): Plugin => ({
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /auth$|app-check$|protos\// }, async (asked) => {
      if (asked.pluginData === NAMESPACE) return undefined;
      const { importer, kind, resolveDir } = asked;
      const { path } = await build.resolve(asked.path, { importer, kind, resolveDir, pluginData: NAMESPACE });
      const found = STAND_INS.find((each) => each.file.test(path) && (each.importer?.test(importer) ?? true));
      // Relative: the bundle must not tell where it was made.
      return found && { path: relative(output, path), namespace: NAMESPACE, pluginData: found.names };
    });
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path, pluginData }) => ({
      contents: standIn(path.replace('/lib/esm/', '/lib/'), pluginData as readonly string[]),
    }));
  },
});

/** `requireInstalled` is made in the banner of each file. */
const standIn = (path: string, names: readonly string[]): string =>
  [
    `const real = () => requireInstalled(${JSON.stringify(path)});`,
    'Object.defineProperty(exports, "__esModule", { value: true });',
    ...names.map((name) => {
      const key = JSON.stringify(name);
      return `Object.defineProperty(exports, ${key}, { enumerable: true, get: () => real()[${key}] });`;
    }),
  ].join('\n');
