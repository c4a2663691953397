/** Contract 8, 9, 16, 17: rows of the access table for keys of monitors and of datasets, and for hooks. */
import { datasetBodies, monitorBodies, people, type Row } from './access-verdicts.ts';

const ROUTES = [
  ['make', '', 'POST'],
  ['list', '', 'GET'],
  ['take', '/0123456789ab', 'PUT'],
  ['revoke', '/0123456789ab', 'DELETE'],
] as const;

const HOOKS = [
  ['make', '', 'POST'],
  ['list', '', 'GET'],
  ['show', '/none', 'GET'],
  ['change', '/none', 'PATCH'],
  ['delete', '/none', 'DELETE'],
  ['test', '/none/test', 'POST'],
] as const;

/** For `make`, a new hook; for `change`, a field. */
const hookBodies = {
  make: { url: 'https://hooks.example.com/told', events: ['run.ready'] },
  change: { name: 'Chat' },
} as const;

export const keyRows: Row[] = [
  ...HOOKS.map(
    ([name, path, method]): Row => ({
      route: `dataset hook ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/hook${path}`,
      ask: async () => ({ method, ...(name in hookBodies && { body: Reflect.get(hookBodies, name) }) }),
      verdicts: { ...people(403, 404), editor: 403 },
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  // A third key is refused.
  ...ROUTES.map(
    ([name, hash, method]): Row => ({
      route: `monitor key ${name}`,
      path: ({ monitor }) => `/monitor/${monitor}/keys${hash}`,
      ask: async () => ({ method }),
      verdicts: people(403, 404),
      bodies: monitorBodies,
      of: 'monitor',
    }),
  ),
  ...ROUTES.filter(([name]) => name !== 'take').map(
    ([name, hash, method]): Row => ({
      route: `dataset key ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/keys${hash}`,
      ask: async () => ({ method, ...(name === 'make' && { body: { name: 'Nightly', role: 'viewer' } }) }),
      verdicts: { ...people(403, 404), editor: 403 },
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
];
