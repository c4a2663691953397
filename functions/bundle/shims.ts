/**
 * Replaces large modules that client libraries import but no route uses. In the bundle a shim exports the same names; the
 * first use of one loads the real module from node_modules.
 */
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Shim } from './cuts.ts';

const NAMESPACE = 'shim';

/** @param output folder of the bundle's files */
export const shims = (output: string, wanted: readonly Shim[]): Plugin => ({
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /auth$|app-check$|protos\// }, async (asked) => {
      if (asked.pluginData === NAMESPACE) return undefined;
      const { importer, kind, resolveDir } = asked;
      const { path } = await build.resolve(asked.path, { importer, kind, resolveDir, pluginData: NAMESPACE });
      const found = wanted.find((each) => each.file.test(path) && each.importer.test(importer));
      // Relative, so that the bundle does not depend on the folder in which it was built.
      return found && { path: relative(output, path), namespace: NAMESPACE, pluginData: found.names };
    });
    build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path, pluginData }) => ({
      contents: shim(path.replace('/lib/esm/', '/lib/'), pluginData as readonly string[]),
    }));
  },
});

/** `requireInstalled` is defined in the banner of each file. */
const shim = (path: string, names: readonly string[]): string =>
  [
    `const real = () => requireInstalled(${JSON.stringify(path)});`,
    'Object.defineProperty(exports, "__esModule", { value: true });',
    ...names.map((name) => {
      const key = JSON.stringify(name);
      return `Object.defineProperty(exports, ${key}, { enumerable: true, get: () => real()[${key}] });`;
    }),
  ].join('\n');
