/**
 * firebase-tools' own auth emulator, without its command line. A program of its own, because the launcher's process
 * has the other servers to serve.
 * Usage: node auth-process.ts PORT PROJECT
 */
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { HOST } from './ports.ts';

interface Exegesis {
  middleware(document: unknown, options: object): unknown;
}

const emulator = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));

// The emulator's own way compiles a thousand schemas at start, four seconds of one core; with this option of its
// router each is compiled when it is needed first.
const exegesis = emulator('exegesis-express') as Exegesis;
const { middleware } = exegesis;
exegesis.middleware = (document, options) =>
  middleware(document, { ...options, lazyCompileValidationSchemas: true });

const { createApp } = emulator('./lib/emulator/auth/server.js') as {
  createApp: (projectId: string) => Promise<RequestListener>;
};

const [port, projectId] = process.argv.slice(2) as [string, string];
createServer(await createApp(projectId)).listen(Number(port), HOST);
