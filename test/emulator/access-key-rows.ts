/** Contract 8, 9, 17: rows of the access table for keys of monitors and of datasets. */
import { datasetBodies, monitorBodies, people, type Row } from './access-verdicts.ts';

const ROUTES = [
  ['make', '', 'POST'],
  ['list', '', 'GET'],
  ['take', '/0123456789ab', 'PUT'],
  ['revoke', '/0123456789ab', 'DELETE'],
] as const;

export const keyRows: Row[] = [
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
