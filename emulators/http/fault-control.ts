/** Control route of faults, the same on each embedded server; see `faults.ts`. */
import {
  type IncomingMessage,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import * as z from 'zod';
import type { Fault, Faults } from '../faults.ts';
import { HttpError } from './http-error.ts';
import { readJsonBody } from './json-body.ts';

/** Maximum bytes of a list of faults. */
const LIMIT = 1024 * 1024;
/** Milliseconds; close to the maximum of a timer. */
const LONGEST_LATENCY = 24 * 3600 * 1000;

const pattern = z.string().max(1000).refine(isPattern, 'no regular expression');
const headers = z.record(z.string(), z.string()).refine(areHeaders, 'no headers');

const fault = z.strictObject({
  path: pattern,
  method: z.string().optional(),
  latency: z.number().min(0).max(LONGEST_LATENCY).optional(),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  headers: headers.optional(),
  reset: z.enum(['before', 'after']).optional(),
  hang: z.boolean().optional(),
  times: z.int().min(1).optional(),
});

/** @throws HttpError 400 that says what is wrong; the faults stay as they are */
export async function controlFaults(
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'DELETE') faults.set([]);
  if (request.method === 'PUT') faults.set(requireFaults(await readJsonBody(request, LIMIT)));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(faults.list()));
}

function requireFaults(body: unknown): Fault[] {
  const { success, data, error } = z.array(fault).safeParse(body);
  if (success) return data as Fault[];
  const [first] = error.issues;
  const place = first?.path.join('.') || 'the body';
  throw new HttpError(400, `Not a list of faults: ${place}: ${first?.message ?? 'unknown'}`);
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

function areHeaders(given: Record<string, string>): boolean {
  try {
    for (const [name, value] of Object.entries(given)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return true;
  } catch {
    return false;
  }
}
