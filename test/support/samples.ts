/** The samples of all operations as requests: none is listed anywhere else. */

import type { FunctionName } from '../../emulators/stack/function.ts';
import type { Operation } from '../../functions/src/common/http/operation.ts';
import type { Method } from '../../functions/src/common/http/route.ts';
import type { Known, Sample } from '../../functions/src/common/http/sample.ts';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';

export interface ValidRequest {
  /** `monitor addImage`: function and operation; further samples of one have a number. */
  route: string;
  function: FunctionName;
  operation: Operation;
  method: Method;
  /** Path after the function's name. */
  segments: string[];
  query: [string, string][];
  /** JSON, bytes, or no body. */
  body?: object | Buffer;
  contentType?: string;
}

/** Health routes are not among them: they have nothing that could be broken, and are open. */
export const validRequests = (known: Known): ValidRequest[] =>
  FUNCTIONS.flatMap(({ table }) =>
    table.routes
      .filter(({ path }) => !/^\/healthz?$/.test(path))
      .flatMap((operation) =>
        [operation.sample(known)].flat().map((sample: Sample, at) => ({
          ...requestOf(operation, sample, known),
          route: `${table.prefix} ${operation.id}${at > 0 ? ` ${at + 1}` : ''}`,
          function: table.prefix as FunctionName,
          operation,
        })),
      ),
  );

function requestOf(operation: Operation, sample: Sample, known: Known) {
  const { method = operation.methods[0] as Method, params = {}, query = {}, body } = sample;
  const at = { ...known.params, ...params };
  const [type] = operation.bytes?.types ?? [];
  return {
    method,
    segments: operation.path
      .split('/')
      .slice(1)
      .map((each) => (each.startsWith(':') ? (at[each.slice(1)] ?? '') : each)),
    query: Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
    ...(body && { body }),
    ...(body instanceof Buffer && type !== undefined && { contentType: type }),
  };
}
