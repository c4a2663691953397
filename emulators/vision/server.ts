/**
 * Embedded Cloud Vision for the local stack and the tests: object localization over REST, as the official client
 * calls it with `fallback`. It looks at the pixels; see `localize.ts`.
 *
 *   PUT /__failure   { "status": "RESOURCE_EXHAUSTED", "times"?: 1 }: refuse as the service does; see `failures.ts`
 *   DELETE /__failure heals; `/__faults` works as on the other servers
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults, meetFaults } from '../faults.ts';
import { type AnnotateRequest, annotateImage, type ReadObject } from './annotate.ts';
import { ANNOTATE_PATH, errorBody, failureFault, isFailureName } from './failures.ts';

export interface VisionOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  faults?: Faults;
  /** For `gs://` uris; without it they cannot be read. */
  readObject?: ReadObject;
}

export interface RunningVision {
  port: number;
  /** Requests to annotate that arrived, refused ones and repetitions included. */
  calls(): number;
  close(): Promise<void>;
}

const FAILURE_PATH = '/__failure';
/** The service's limits: 10 MB of JSON, 16 images. */
const BODY_LIMIT = 10 * 1024 * 1024;
const IMAGE_LIMIT = 16;

interface Answer {
  status: number;
  json: unknown;
}

export async function startVision(options: VisionOptions): Promise<RunningVision> {
  const { faults = new Faults(), readObject } = options;
  let calls = 0;
  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    if (request.url === FAILURE_PATH) return send(response, await setFailure(request, faults));
    if (isAnnotate(request)) calls += 1;
    const met = await meetFaults(faults, request, response);
    if (met === 'answered') return;
    const answer = await answerTo(request, readObject);
    if (met === 'reset-after') request.socket.destroy();
    else send(response, answer);
  });
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The client adds `?$alt=json...` to the path. */
const isAnnotate = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && (url ?? '').split('?')[0] === ANNOTATE_PATH;

async function answerTo(request: IncomingMessage, readObject?: ReadObject): Promise<Answer> {
  if (!isAnnotate(request)) return { status: 404, json: errorBody('NOT_FOUND') };
  const body = await readBody(request).catch(() => undefined);
  const requests = (body as { requests?: AnnotateRequest[] } | undefined)?.requests;
  if (!Array.isArray(requests))
    return { status: 400, json: errorBody('INVALID_ARGUMENT', 'Invalid JSON payload.') };
  if (requests.length > IMAGE_LIMIT) {
    return { status: 400, json: errorBody('INVALID_ARGUMENT', 'Too many images per request.') };
  }
  const responses = await Promise.all(requests.map((each) => annotateImage(each, readObject)));
  return { status: 200, json: { responses } };
}

/** @throws when the body is too large or no JSON; it is taken in whole all the same */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) throw new RangeError('The request is too large.');
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function setFailure(request: IncomingMessage, faults: Faults): Promise<Answer> {
  if (request.method === 'DELETE') faults.set([]);
  if (request.method === 'PUT') {
    const { status, times } = ((await readBody(request)) ?? {}) as { status?: unknown; times?: number };
    if (!isFailureName(status))
      return { status: 400, json: errorBody('INVALID_ARGUMENT', 'Unknown status.') };
    faults.set([failureFault(status, times)]);
  }
  return { status: 200, json: faults.list() };
}

function send(response: ServerResponse, { status, json }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(json));
}
