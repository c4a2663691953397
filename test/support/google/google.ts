/** Fake Google endpoints on loopback for the Firebase command line: records requests, keeps created resources. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Answer, type Asked, SERVICES, type Standing } from './services.ts';

export interface Google {
  /** Environment of the command line, with every address that can be redirected. */
  env: Record<string, string>;
  asked: Asked[];
  standing: Standing;
  /** From now on answers matching requests with 403, like a missing role. */
  refuse(pattern: RegExp): void;
  close(): Promise<void>;
}

export async function startGoogle(): Promise<Google> {
  const asked: Asked[] = [];
  const standing: Standing = new Map();
  const refused: RegExp[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    asked.push(one);
    const line = `${one.method} ${one.service}${one.path}`;
    const isRefused = refused.some((pattern) => pattern.test(line));
    const answer = isRefused ? denied(line) : answerTo(one, standing, url(server));
    send(answer, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  const env = Object.fromEntries(
    Object.entries(SERVICES).map(([name, { variable }]) => [variable, `${url(server)}/${name}`]),
  );
  return { env, asked, standing, refuse: (pattern) => refused.push(pattern), close };
}

const url = (server: ReturnType<typeof createServer>): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The first segment is the service. The command line puts a database's namespace between it and the path. */
async function read(request: IncomingMessage): Promise<Asked> {
  const [, service = '', path = '/'] = /^\/([\w-]+)(?:\?ns=[^/]*)?(\/.*)?$/.exec(request.url ?? '') ?? [];
  return { service, method: request.method ?? 'GET', path, body: await buffer(request) };
}

const denied = (line: string): Answer => ({
  status: 403,
  json: { error: { code: 403, status: 'PERMISSION_DENIED', message: `The caller may not ${line}` } },
});

function answerTo(asked: Asked, standing: Standing, base: string): Answer {
  const { routes } = SERVICES[asked.service] ?? {};
  const path = asked.path.replace(/\?.*/, '');
  for (const [method, pattern, answer] of routes ?? []) {
    const found = asked.method === method && pattern.exec(path);
    if (found) return answer({ ...asked, path, groups: found.slice(1), standing, base });
  }
  return {
    status: 404,
    json: { error: { code: 404, status: 'NOT_FOUND', message: `${asked.path} is not there` } },
  };
}

function send({ status = 200, json, headers }: Answer, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(json ?? {}));
}
