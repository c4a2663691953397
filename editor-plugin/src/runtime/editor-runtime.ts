/**
 * The running editor's runtime. Plugins do not receive it, but its module is loaded in this process. Loading flows through
 * it takes the editor's own deploy lock, needs no token, and works behind any proxy.
 */
import type { EditorUser, Red } from './red.ts';

export interface EditorRuntime {
  httpAdmin: unknown;
  flows: { setFlows(options: object): Promise<{ rev: string }> };
  projects: { getProject(options: { id: string; user: EditorUser | undefined }): Promise<unknown> };
}

const MODULE = /[\\/]@node-red[\\/]runtime[\\/]lib[\\/]index\.js$/;

/** One process may run several editors; ours is the one with our routes. */
export function findRuntime(red: Red): EditorRuntime | undefined {
  const loaded = Object.keys(require.cache)
    .filter((path) => MODULE.test(path))
    .map((path) => require.cache[path]?.exports as EditorRuntime);
  return loaded.find(({ httpAdmin }) => httpAdmin === red.httpAdmin) ?? loaded[0];
}
