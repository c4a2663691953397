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
    rolldownOptions: {
      onLog,
      output: {
        // What every page needs is one file: in eighty small ones it is 8 % larger compressed, and each is a request.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    // The first chunk has 700 kB; Firestore's SDK has 560, and is loaded after the page has appeared.
    chunkSizeWarningLimit: 750,
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
