/** The console of `npm run dev`: Vite, behind the local Hosting's port. */
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer, type ErrorPayload, type ViteDevServer } from 'vite';
import type { SiteHandler } from '../stack/hosting.ts';
import { waitUntil } from '../stack/ports.ts';
import { STARTUP_TIMEOUT } from '../stack/startup-timeout.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface DevSite {
  /** Called once, with the server whose WebSockets the pages use. Resolves when every file is watched. */
  serve(server: Server): Promise<SiteHandler>;
  /** @param then is called with the path of each file that is written or deleted */
  onChange(then: (path: string) => void): void;
  /** Shows an error in every page that is open or opened, or removes it. */
  show(error: ErrorPayload['err'] | null): void;
  close(): Promise<void>;
}

/**
 * @param state folder of Vite's cache
 * @param watched folders besides the console's own
 */
export function openSite(state: string, watched: readonly string[]): DevSite {
  let vite: ViteDevServer | undefined;
  let shown: ErrorPayload | null = null;
  const serve = async (server: Server) => {
    vite = await createServer({
      configFile: join(ROOT, 'web/vite.config.ts'),
      cacheDir: join(state, 'vite'),
      clearScreen: false,
      logLevel: 'warn',
      server: { middlewareMode: true, hmr: { server }, fs: { allow: [ROOT] } },
    });
    vite.watcher.add([...watched]);
    // What is saved before would be lost.
    await untilWatched(vite.watcher, [join(ROOT, 'web/src'), ...watched]);
    const { ws } = vite;
    ws.on('connection', () => {
      if (shown) ws.send(shown);
    });
    return vite.middlewares;
  };
  return {
    serve,
    onChange: (then) => void vite?.watcher.on('all', (_event, path) => then(path)),
    show(error) {
      if (!error && !shown) return;
      shown = error && { type: 'error', err: error };
      vite?.ws.send(shown ?? { type: 'update', updates: [] });
    },
    close: async () => void (await vite?.close()),
  };
}

/** Resolves when the watcher knows every file of the folders. Its own event comes only once, perhaps before they are added. */
async function untilWatched(watcher: ViteDevServer['watcher'], folders: readonly string[]): Promise<void> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
  );
  const files = entries.flat().filter((each) => each.isFile());
  const isWatched = () => {
    const watched = watcher.getWatched();
    const names = new Map(Object.entries(watched).map(([folder, each]) => [folder, new Set(each)]));
    return files.every(({ parentPath, name }) => names.get(parentPath)?.has(name));
  };
  if (!(await waitUntil(isWatched, STARTUP_TIMEOUT))) throw new Error('The files are not watched yet.');
}
