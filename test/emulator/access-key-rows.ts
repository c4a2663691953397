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
const hookBody = (name: (typeof HOOKS)[number][0], event: string) => {
  if (name === 'make') return { url: 'https://hooks.example.com/told', events: [event] };
  return name === 'change' ? { name: 'Chat' } : undefined;
};

export const keyRows: Row[] = [
  ...HOOKS.map(
    ([name, path, method]): Row => ({
      route: `dataset hook ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/hook${path}`,
      ask: async () => ({ method, body: hookBody(name, 'run.ready') }),
      verdicts: { ...people(403, 404), editor: 403 },
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  ...HOOKS.map(
    ([name, path, method]): Row => ({
      route: `monitor hook ${name}`,
      path: ({ monitor }) => `/monitor/${monitor}/hook${path}`,
      ask: async () => ({ method, body: hookBody(name, 'session.started') }),
      verdicts: { ...people(403, 404), editor: 403 },
      bodies: monitorBodies,
      of: 'monitor',
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
