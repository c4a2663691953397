/**
 * Embedded Cloud Vision for the local stack and the tests: object localization over REST, as the official client calls it
 * with `fallback`. It analyses the pixels; see `localize.ts`.
 *
 *   PUT /__failure   { "status": "RESOURCE_EXHAUSTED", "times"?: 1 }: answers with the service's error; see `failures.ts`
 *   DELETE /__failure ends it; `/__faults` works as on the other servers
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Faults } from '../faults.ts';
import { applyFaults } from '../http/apply-faults.ts';
import { HttpError } from '../http/http-error.ts';
import { readJsonBody } from '../http/json-body.ts';
import { startLocalServer } from '../http/local-server.ts';
import { annotateImage, type ReadObject } from './annotate.ts';
import { ANNOTATE_PATH, errorBody, failureFault, isFailureName } from './failures.ts';
import { requireRequests } from './request.ts';

export interface VisionOptions {
  /** On 127.0.0.1; 0 uses a free one. */
  port: number;
  faults?: Faults;
  /** For `gs://` uris; without it they cannot be read. */
  readObject?: ReadObject;
}

export interface RunningVision {
  port: number;
  /** Annotate requests so far, including rejected and repeated ones. */
  calls(): number;
  close(): Promise<void>;
}

const FAILURE_PATH = '/__failure';
/** The service's request limit, in bytes of JSON. */
const BODY_LIMIT = 10 * 1024 * 1024;

interface Answer {
  status: number;
  json: unknown;
}

export async function startVision(options: VisionOptions): Promise<RunningVision> {
  const { faults = new Faults(), readObject } = options;
  let calls = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === FAILURE_PATH) return send(response, await setFailure(request, faults));
    if (isAnnotate(request)) calls += 1;
    const outcome = await applyFaults(faults, request, response);
    if (outcome === 'answered') return;
    const answer = await answerTo(request, readObject);
    if (outcome === 'reset-after') request.socket.destroy();
    else send(response, answer);
  };
  const { port, close } = await startLocalServer({ name: 'Vision', port: options.port, handle });
  return { port, calls: () => calls, close };
}

/** The client adds `?$alt=json...` to the path. */
const isAnnotate = ({ method, url }: IncomingMessage): boolean =>
  method === 'POST' && (url ?? '').split('?')[0] === ANNOTATE_PATH;

async function answerTo(request: IncomingMessage, readObject?: ReadObject): Promise<Answer> {
  if (!isAnnotate(request)) return { status: 404, json: errorBody('NOT_FOUND') };
  try {
    const requests = requireRequests(await readJsonBody(request, BODY_LIMIT));
    const responses = await Promise.all(requests.map((each) => annotateImage(each, readObject)));
    return { status: 200, json: { responses } };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: 400, json: errorBody('INVALID_ARGUMENT', error.message) };
  }
}

async function setFailure(request: IncomingMessage, faults: Faults): Promise<Answer> {
  if (request.method === 'DELETE') faults.set([]);
  if (request.method === 'PUT') {
    const { status, times } = ((await readJsonBody(request, BODY_LIMIT)) ?? {}) as Record<string, unknown>;
    if (!isFailureName(status)) throw new HttpError(400, 'Unknown status.');
    if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0))
      throw new HttpError(400, 'times is a whole number from 1.');
    faults.set([failureFault(status, times as number | undefined)]);
  }
  return { status: 200, json: faults.list() };
}

function send(response: ServerResponse, { status, json }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(json));
}
