/** Patches the texts of client libraries in the bundle, to remove work at import that no route needs. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import type { Patch, UnusedProtocols } from './cuts.ts';

/** @param missed receives the files that the build did not load: a library has renamed them */
export const patches = (
  missed: Set<RegExp>,
  texts: readonly Patch[],
  protocols: readonly UnusedProtocols[],
): Plugin => ({
  name: 'patches',
  setup(build) {
    for (const { file } of [...texts, ...protocols]) missed.add(file);
    for (const { file, texts: wanted } of texts) {
      build.onLoad({ filter: file }, async ({ path }) => {
        missed.delete(file);
        return { contents: patch(path, await readFile(path, 'utf8'), wanted) };
      });
    }
    for (const { file, path, names } of protocols) {
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

function patch(path: string, text: string, texts: Patch['texts']): string {
  let patched = text;
  for (const [find, replace] of texts) {
    const parts = patched.split(find);
    if (parts.length !== 2)
      throw new Error(`${path} has changed: see functions/bundle/cuts.ts, ${find.slice(0, 60)}`);
    patched = parts.join(replace);
  }
  return patched;
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
