/** A proxy between a client and the stack's front that can break connections: before or after the service gets the call. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Faults } from '../../emulators/faults.ts';
import { applyFaults } from '../../emulators/http/apply-faults.ts';

export interface LossyFront {
  /** Replaces the stack's base address. */
  baseUrl: string;
  /** For paths that start with the function's name. */
  faults: Faults;
  /** Method and path of each request since the last `requests.length = 0`, including failed ones. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; at: number }[];
  close(): Promise<void>;
}

/** Headers of a single connection, or set by fetch itself. */
const OWN = /^(connection|keep-alive|transfer-encoding|host|content-length|expect)$/i;

/** @param target the stack's base address, read at each request */
export async function startLossyFront(target: () => string): Promise<LossyFront> {
  const faults = new Faults();
  const requests: LossyFront['requests'] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    requests.push({ method, path, headers, at: performance.now() });
    pass(faults, target(), request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, requests, close };
}

async function pass(faults: Faults, target: string, request: IncomingMessage, response: ServerResponse) {
  const met = await applyFaults(faults, request, response);
  if (met === 'answered') return;
  const body = await buffer(request);
  const headers = Object.entries(request.headers).filter(([name]) => !OWN.test(name)) as [string, string][];
  const method = request.method ?? 'GET';
  const answer = await fetch(`${target}${request.url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (met === 'reset-after') return request.socket.resetAndDestroy();
  const kept = [...answer.headers].filter(([name]) => !OWN.test(name) && name !== 'content-encoding');
  response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
}
