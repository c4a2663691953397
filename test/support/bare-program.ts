/** Program: the server of `startBareWorker`. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// The same settings as in the functions.
sharp.concurrency(1);
sharp.cache(false);

const WORK: Record<string, (body: Buffer) => Promise<string>> = {
  '/receive': async (body) => String(body.length),
  '/decode': async (body) => {
    const picture = sharp(body, { limitInputPixels: false, autoOrient: true });
    return String((await picture.resize(300, 300, { fit: 'inside' }).webp({ effort: 2 }).toBuffer()).length);
  },
  '/encode': async (body) => {
    const bytes = Buffer.from(await (await fetch(body.toString())).arrayBuffer());
    return JSON.stringify({ result: `data:image/jpeg;base64,${bytes.toString('base64')}` });
  },
};

const answerOf = async (request: IncomingMessage): Promise<string> =>
  WORK[request.url ?? '']!(await buffer(request));

const server = createServer((request, response) => {
  answerOf(request).then(
    (text) => response.end(text),
    (error: Error) => response.writeHead(500).end(error.message, () => console.error(error)),
  );
});
// A caller that copies a large body on a slow machine is longer silent than the 5 s of the default.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`));
