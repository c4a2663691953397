/** A call of the story as a request. */
import type { Operation } from '../../functions/src/common/http/operation.ts';
import type { Method } from '../../functions/src/common/http/route.ts';
import { FUNCTIONS, operationId, pathOf } from './functions.ts';
import type { Said } from './story.ts';

/** Path parameters: records of the sample data, and the first of each kind that is made. */
const SAMPLE: Readonly<Record<string, string>> = {
  dataset_id: 'bolts',
  monitor_id: 'line-1',
  encoded_uri: 'dataset--bolts--bolts-0001.jpg',
  tag_id: 'rusty',
  version: '1',
  other: '1',
  run: '1',
};

/** A call of the story. */
export interface Asking extends Omit<Said, 'as'> {
  /** Operation id. */
  operation: string;
  name: string;
  summary: string;
  method: Method;
  /** Path after the base address, with its query. */
  path: string;
  /** Nobody's, where none is needed. */
  user: string | undefined;
}

interface Called {
  operation: Operation;
  method: Method;
  /** `/monitor/{monitor_id}/start` */
  pattern: string;
}

const CALLED: ReadonlyMap<string, Called> = new Map(
  FUNCTIONS.flatMap((each) =>
    each.table.routes.flatMap((operation) =>
      operation.methods.map((method) => [
        operationId(each.table.prefix, operation, method),
        { operation, method, pattern: pathOf(each, operation) },
      ]),
    ),
  ),
);

/** @throws if there is no such operation */
export function askingOf(id: string, said: Said = {}): Asking {
  const called = CALLED.get(id);
  if (!called) throw new Error(`No operation ${id}`);
  const { operation, method, pattern } = called;
  const params = paramsOf(pattern, said);
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(said.query).toString();
  const usual = operation.role.startsWith('git') ? 'gitwriter' : 'owner';
  return {
    ...{ name: 'done', summary: 'Done', ...said },
    ...{ operation: id, method, path: search === '' ? path : `${path}?${search}` },
    user: operation.open ? undefined : (said.as ?? usual),
  };
}

/** The values of path parameters. */
export const paramsOf = (pattern: string, said: Said = {}): Record<string, string> =>
  Object.fromEntries(
    [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      said.params?.[name] ?? SAMPLE[name] ?? '',
    ]),
  );
