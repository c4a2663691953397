import { resolve } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';
import { readVersion } from '../functions/bundle/read-version.ts';

const HERE = import.meta.dirname;

/** `npm run build:web` builds the console; Hosting serves it (`hosting.public` of firebase.json). */
export default defineConfig({
  root: HERE,
  define: { SIGHTLINE_VERSION: JSON.stringify(readVersion()) },
  publicDir: resolve(HERE, 'public'),
  build: {
    outDir: resolve(HERE, '../.hosting'),
    emptyOutDir: true,
    target: 'es2023',
    // File names contain a hash of the content, so firebase.json lets browsers cache them forever.
    assetsDir: 'assets',
    sourcemap: false,
    reportCompressedSize: false,
    // A data: address in a stylesheet would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Of what is bundled; the account menu links to it.
    license: { fileName: 'licenses.txt' },
    rolldownOptions: { onLog },
    // Firestore's SDK is one chunk of 560 kB, loaded after the page has appeared.
    chunkSizeWarningLimit: 600,
  },
});

/** Ignores "use client" directives: they are for server rendering, which this site does not have. */
function onLog(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  handle: Rolldown.LogOrStringHandler,
): void {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}
