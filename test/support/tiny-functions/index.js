// Functions for the tests of the local stack, which show the request and the environment, and fail in several ways.
import { createHash } from 'node:crypto';
import { parse } from 'node:url';

const echo = (request, response) => {
  const body = request.rawBody ?? Buffer.alloc(0);
  response.set('X-Answered-By', String(process.pid)).json({
    method: request.method,
    url: request.url,
    headers: request.headers,
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    env: { project: process.env.GCLOUD_PROJECT, access: process.env.ACCESS, node: process.version },
  });
};

/** Ends the wait of `/stream`. */
let goOn = () => {};

const count = { started: 0, aborted: 0, bytes: 0 };

const routes = {
  '/old-api': (_request, response) => {
    parse('http://x/');
    response.send('parsed');
  },
  '/crash': () => process.kill(process.pid, 'SIGKILL'),
  '/log': (_request, response) => {
    console.log(JSON.stringify({ severity: 'INFO', message: 'a frame came', monitor: 'line-1' }));
    response.send('logged');
  },
  '/reset': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('half');
    setTimeout(() => response.destroy(), 100);
  },
  '/stream': async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('first');
    await new Promise((resolve) => {
      goOn = resolve;
    });
    response.end('second');
  },
  '/go-on': (_request, response) => {
    goOn();
    response.end();
  },
  '/hang': (_request, response) => {
    count.started += 1;
    response.on('close', () => {
      if (!response.writableEnded) count.aborted += 1;
    });
  },
  '/pour': (_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, 1);
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const pour = () => {
      while (count.bytes < 200 * 1024 * 1024) {
        count.bytes += chunk.length;
        if (!response.write(chunk)) return response.once('drain', pour);
      }
      response.end();
    };
    pour();
  },
  '/count': (_request, response) => response.json(count),
  '/moved': (_request, response) => response.redirect(303, 'https://example.test/archive.zip'),
};

const serve = (request, response) => (routes[request.path] ?? echo)(request, response);

let calls = 0;

export const dataset = serve;
export const image = serve;
export const monitor = serve;
export const service = { git: serve };
export const counters = (request, response) => {
  if (request.method === 'POST') calls += 1;
  response.json({ calls });
};
