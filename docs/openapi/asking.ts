/** A request whose answer becomes an example in openapi.yaml. */
import type { Method } from '../../functions/src/common/http/route.ts';

export interface Asking {
  /** Operation id. */
  operation: string;
  /** Name of the example within its operation. */
  name: string;
  summary: string;
  method: Method;
  /** Path after the base address. */
  path: string;
  /** Sample user whose token is sent; null sends none. */
  as: string | null;
  json?: unknown;
  /** Image bytes, by the name of a sample object. */
  bytesOf?: string;
  status: number;
  /** Asked again while its answer says so: work that one call on a slow machine does not end. */
  isLeft?: (body: never) => boolean;
}

export const asking = (
  operation: string,
  status: number,
  request: string,
  more: Partial<Asking> & { name?: string } = {},
): Asking => {
  const [method, path] = request.split(' ') as [Asking['method'], string];
  return { operation, status, method, path, as: 'owner', name: 'done', summary: 'Done', ...more };
};

/** Makes an example of an error. */
export const refused = (name: string, summary: string, more: Partial<Asking> = {}) => ({
  name,
  summary,
  ...more,
});
