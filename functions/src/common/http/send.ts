/** Sends answers. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ShapeName } from '../error-shapes.ts';
import { answerError, HttpError } from '../errors.ts';
import { translateForeign } from '../foreign-errors.ts';
import { jsonOf } from '../images/data-uri.ts';
import { describeError, log, noteLogFields } from '../log.ts';
import { isLeaving } from './caller-left.ts';
import type { Reply } from './route.ts';

export async function send(reply: Reply, response: ServerResponse): Promise<void> {
  response.statusCode = reply.status ?? 200;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if ('json' in reply) sendJson(reply.json, response);
  else await pipeline(reply.stream, response);
}

function sendJson(body: unknown, response: ServerResponse): void {
  const content = jsonOf(body);
  const length = Buffer.byteLength(content);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', length);
  // A string leaves in one write with the headers; bytes would take two.
  if (response.req.complete || response.shouldKeepAlive) response.end(content);
  else linger(content, response);
}

/** Milliseconds to wait for the rest of an unread body. */
const LINGERING = 5_000;

/** If the connection ended with its answer while the body still comes in, it would be reset and the answer lost. */
function linger(content: string | Buffer, response: ServerResponse): void {
  const { req: request } = response;
  response.write(content);
  const end = () => response.end();
  request.resume().once('end', end).once('close', end);
  setTimeout(end, LINGERING).unref();
}

/** Unexpected errors too: never a stack trace, never a library's text. */
export function sendError(caught: unknown, shape: ShapeName, response: ServerResponse): void {
  if (response.destroyed && isLeaving(caught)) noteLeft(response);
  else answer(caught, shape, response);
}

function answer(caught: unknown, shape: ShapeName, response: ServerResponse): void {
  const error = caught instanceof HttpError ? caught : translateForeign(caught);
  const { status, headers, body } = answerError(error, shape);
  const { detail } = error.particulars;
  noteLogFields({ outcome: error.code, ...(detail !== undefined && { reason: reasonOf(detail, error) }) });
  if (status >= 500) log('ERROR', error.code, { reason: describeError(error.cause ?? caught) });
  if (response.headersSent) {
    // A truncated answer must not look complete.
    response.destroy();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The connection of a body that comes slowly is not kept for the rest of it.
  if (error.code === 'body slow') response.shouldKeepAlive = false;
  sendJson(body, response);
}

/** 499, as in the logs of other servers; it is never sent. */
const CLIENT_CLOSED_REQUEST = 499;

/** Not an error of ours: it is in the log line of the request and has none of its own. */
function noteLeft(response: ServerResponse): void {
  noteLogFields({ outcome: 'caller left' });
  if (!response.headersSent) response.statusCode = CLIENT_CLOSED_REQUEST;
}

/** Includes the library's message, which only the log may contain. */
const reasonOf = (detail: string, { cause }: HttpError): string =>
  cause === undefined ? detail : `${detail} <- ${describeError(cause)}`;
