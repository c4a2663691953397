import { resolve } from 'node:path';
import { defineConfig, type Rolldown } from 'vite';

const HERE = import.meta.dirname;

/** `npm run build:web` makes the console; Hosting serves it (`hosting.public` of firebase.json). */
export default defineConfig({
  root: HERE,
  publicDir: resolve(HERE, 'public'),
  build: {
    outDir: resolve(HERE, '../.hosting'),
    emptyOutDir: true,
    target: 'es2023',
    // Names carry a hash of the content: firebase.json lets browsers keep them for ever.
    assetsDir: 'assets',
    sourcemap: false,
    reportCompressedSize: false,
    // A data: address in a style would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { onLog },
    // Firestore's SDK is one part of 560 kB, loaded after the page is there.
    chunkSizeWarningLimit: 600,
  },
});

/** Packages say "use client" for servers that render; this site has none. */
function onLog(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  handle: Rolldown.LogOrStringHandler,
): void {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
}
