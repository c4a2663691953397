/** Contract 8: the answer of each route to each kind of caller. */
import { frame } from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { keyRows } from './access-key-rows.ts';
import { offerRows } from './access-offer-rows.ts';
import {
  type Caller,
  claims,
  datasetBodies,
  denied,
  git,
  gitBodies,
  monitorBodies,
  people,
  type Row,
  type Verdict,
} from './access-verdicts.ts';

export const rows: Row[] = [
  {
    route: 'monitor start',
    path: ({ monitor }) => `/monitor/${monitor}/start`,
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor stop',
    path: ({ monitor }) => `/monitor/${monitor}/stop`,
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor image',
    path: ({ monitor }) => `/monitor/${monitor}/image`,
    ask: async () => ({ body: await frame(2) }),
    verdicts: people(403, 'yes'),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor updateTags',
    path: () => '/monitor/updateTags',
    ask: async ({ dataset, image }) => ({ body: { dataset, imageID: image, tags: [] } }),
    verdicts: people(403, 'yes'),
    bodies: {
      ...monitorBodies,
      404: () => ({ error: 'Failed to update tags', details: 'Dataset reference invalid' }),
    },
    of: 'dataset',
  },
  {
    route: 'dataset csv',
    path: ({ dataset }) => `/dataset/${dataset}/csv`,
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset downloadZip',
    path: ({ dataset }) => `/dataset/${dataset}/downloadZip`,
    ask: async () => ({ body: { images: ['none-of-these'] } }),
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset annotationsCrops',
    path: ({ dataset }) => `/dataset/${dataset}/annotationsCrops/bad`,
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset images',
    path: ({ dataset }) => `/dataset/${dataset}/images`,
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset links',
    path: ({ dataset }) => `/dataset/${dataset}/links`,
    ask: async ({ image }) => ({ body: { images: [image] } }),
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset change images',
    path: ({ dataset }) => `/dataset/${dataset}/images`,
    ask: async ({ image }) => ({ method: 'PATCH', body: { changes: [{ image, tag: null }] } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset select images',
    path: ({ dataset }) => `/dataset/${dataset}/images`,
    ask: async () => ({
      method: 'PATCH',
      body: { select: { to: 1, shown: 0, at: Date.now() }, change: { tag: null } },
    }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset trash',
    path: ({ dataset }) => `/dataset/${dataset}/trash`,
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset restore images',
    path: ({ dataset }) => `/dataset/${dataset}/trash/restore`,
    ask: async ({ image }) => ({ body: { images: [image] } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset version make',
    path: ({ dataset }) => `/dataset/${dataset}/version`,
    ask: async () => ({ body: { group: 'image' } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset version preview',
    path: ({ dataset }) => `/dataset/${dataset}/version/preview`,
    ask: async () => ({ body: { group: 'image' } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset delete trash',
    path: ({ dataset }) => `/dataset/${dataset}/trash`,
    ask: async () => ({ method: 'DELETE', body: { images: ['none-of-these'] } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset import make',
    path: ({ dataset }) => `/dataset/${dataset}/import`,
    ask: async () => ({ body: { name: 'parts.zip', size: 100 } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  ...(['check', 'run'] as const).map(
    (step): Row => ({
      route: `dataset import ${step}`,
      path: ({ dataset }) => `/dataset/${dataset}/import/parts/${step}`,
      ask: async () => ({ body: {} }),
      verdicts: people(403, 404),
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  {
    route: 'dataset run make',
    path: ({ dataset }) => `/dataset/${dataset}/run`,
    ask: async () => ({ body: { name: 'of the table', live: true } }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset run predictions',
    path: ({ dataset }) => `/dataset/${dataset}/run/999/predictions`,
    ask: async ({ image }) => ({ body: { predictions: [{ image, predictions: [] }] } }),
    // A dataset admits each camera whose frames go to it; a camera speaks of its own images only.
    verdicts: { ...people(403, 'yes'), 'other monitor’s key': 'yes' },
    bodies: datasetBodies,
    of: 'dataset',
  },
  ...(
    [
      ['runs', '', 'GET', 'yes'],
      ['run', '/999', 'GET', 'yes'],
      ['run check', '/999/check', 'POST', 403, {}],
      ['run finish', '/999/make', 'POST', 403, {}],
      ['run close', '/999/close', 'POST', 403],
      ['run detect', '/999/detect', 'POST', 403],
      ['run delete', '/999', 'DELETE', 403],
      ['run evaluate', '/999/evaluate', 'POST', 'yes', { version: 1 }],
      ['run images', '/999/images', 'GET', 'yes'],
      ['run compare', '/999/compare/998?version=1', 'GET', 'yes'],
      ['run review', '/999/review', 'POST', 403, { count: 1 }],
      ['run accept', '/999/accept', 'POST', 403, { atLeast: 0.9 }],
      ['run export', '/999/export?format=ndjson', 'GET', 'yes'],
    ] as const
  ).map(
    ([name, path, method, viewer, body]): Row => ({
      route: `dataset ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/run${path}`,
      ask: async () => ({ method, ...(body && { body }) }),
      verdicts: people(viewer, 404),
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  ...(
    [
      ['suggest', '/suggest', 'GET', 'yes'],
      ['similar', '/images/none/similar', 'GET', 'yes'],
      ['find', '/find?kind=outliers', 'GET', 'yes'],
      ['suggest make', '/suggest', 'POST', 403],
      ['suggest vectors', '/suggest/vectors', 'POST', 403],
      [
        'acceptance judge',
        '/acceptance/none',
        'POST',
        403,
        { judged: [{ image: 'a', seen: 0, right: true }] },
      ],
      ['acceptance undo', '/acceptance/none/undo', 'POST', 403],
    ] as const
  ).map(
    ([name, path, method, viewer, body]): Row => ({
      route: `dataset ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}${path}`,
      ask: async () => ({ method, ...(body && { body }) }),
      verdicts: people(viewer, 404),
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  ...(
    [
      ['versions', ''],
      ['version', '/1'],
      ['version diff', '/1/diff/latest'],
      ['version export', '/1/export?format=csv'],
    ] as const
  ).map(
    ([name, path]): Row => ({
      route: `dataset ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/version${path}`,
      verdicts: people('yes', 404),
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  {
    route: 'dataset refreshCounters',
    path: ({ dataset }) => `/dataset/${dataset}/refreshCounters`,
    ask: async () => ({ method: 'POST' }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset list',
    path: () => '/dataset',
    verdicts: claims('yes', 'yes'),
    bodies: datasetBodies,
  },
  {
    route: 'dataset make',
    path: () => '/dataset',
    // Rejected because of its name, if the caller has access.
    ask: async () => ({ body: { name: '' } }),
    verdicts: claims(403, 'yes'),
    bodies: datasetBodies,
  },
  {
    route: 'dataset change',
    path: ({ dataset }) => `/dataset/${dataset}`,
    ask: async () => ({ method: 'PATCH', body: {} }),
    verdicts: people(403, 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset delete',
    path: ({ dataset }) => `/dataset/${dataset}`,
    ask: async () => ({ method: 'DELETE', body: { confirm: 'another name' } }),
    verdicts: { ...people(403, 404), editor: 403 },
    bodies: datasetBodies,
    of: 'dataset',
  },
  {
    route: 'dataset restore',
    path: ({ dataset }) => `/dataset/${dataset}/restore`,
    ask: async () => ({ method: 'POST' }),
    verdicts: { ...people(403, 404), editor: 403 },
    bodies: datasetBodies,
    of: 'dataset',
  },
  ...(
    [
      ['make', '', 'POST', { name: 'of the table' }],
      ['change', '/no-such-tag', 'PATCH', { name: 'of the table' }],
      ['delete', '/no-such-tag', 'DELETE', {}],
    ] as const
  ).map(
    ([name, tag, method, body]): Row => ({
      route: `dataset tag ${name}`,
      path: ({ dataset }) => `/dataset/${dataset}/tag${tag}`,
      // Callers with access create it, or find it created; the others request one that does not exist.
      ask: async () => ({ method, body }),
      verdicts: people(403, 404),
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  ...(['dataset', 'monitor'] as const).flatMap((kind): Row[] => {
    const path = (who: string) => (id: { dataset: string; monitor: string }) =>
      `/${kind}/${id[kind]}/members/${who}`;
    const bodies = kind === 'dataset' ? datasetBodies : monitorBodies;
    const verdicts = { ...people(403, 404), editor: 403 } satisfies Record<Caller, Verdict>;
    return [
      {
        route: `${kind} member list`,
        path: (id) => `/${kind}/${id[kind]}/members`,
        ...{ verdicts: people('yes', 404), bodies, of: kind },
        // A job learns nobody's name.
        ...(kind === 'dataset' && { jobs: { 'job viewer': 403, 'job editor': 403 } }),
      },
      {
        route: `${kind} member set`,
        path: path('viewer'),
        ask: async () => ({ method: 'PUT', body: { role: 'viewer' } }),
        verdicts,
        bodies,
        of: kind,
      },
      {
        route: `${kind} member remove`,
        path: path('nobody'),
        ask: async () => ({ method: 'DELETE' }),
        verdicts,
        bodies,
        of: kind,
      },
      ...offerRows(kind, people, bodies),
    ];
  }),
  {
    route: 'dataset monitor list',
    path: ({ dataset }) => `/dataset/${dataset}/monitors`,
    verdicts: people('yes', 404),
    bodies: datasetBodies,
    of: 'dataset',
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Row => ({
      route: `dataset monitor ${method === 'PUT' ? 'admit' : 'dismiss'}`,
      path: ({ dataset }) => `/dataset/${dataset}/monitors/line-2`,
      ask: async () => ({ method }),
      // The editor of a monitor may end what admits it.
      verdicts: { ...people(403, 404), ...(method === 'DELETE' && { 'editor of line 2': 'yes' }) },
      jobs: { 'job editor': 403 },
      bodies: datasetBodies,
      of: 'dataset',
    }),
  ),
  ...keyRows,
  {
    route: 'monitor list',
    path: () => '/monitor',
    verdicts: claims('yes', 'yes'),
    bodies: monitorBodies,
  },
  {
    route: 'monitor make',
    path: () => '/monitor',
    ask: async () => ({ body: { name: '' } }),
    verdicts: claims(403, 'yes'),
    bodies: monitorBodies,
  },
  {
    route: 'monitor change',
    path: ({ monitor }) => `/monitor/${monitor}`,
    ask: async () => ({ method: 'PATCH', body: {} }),
    verdicts: people(403, 404),
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'monitor delete',
    path: ({ monitor }) => `/monitor/${monitor}`,
    // The monitor is running, so nothing is deleted.
    ask: async (_, stack) => {
      await stack.firestore.doc('monitor/line-1').update({ session: 'some-session' });
      return { method: 'DELETE' };
    },
    verdicts: { ...people(403, 404), editor: 403 },
    bodies: monitorBodies,
    of: 'monitor',
  },
  {
    route: 'image getb64',
    path: ({ image }) => `/image/getb64/image/dataset--bolts--${image}.jpg`,
    verdicts: people('yes', 404),
    bodies: {
      401: denied,
      403: denied,
      404: (id) => ({ error: true, status: 'File not found', uri: `dataset/bolts/${id}.jpg` }),
    },
    of: 'image',
  },
  {
    route: 'image put mask',
    path: ({ image }) => `/image/mask/image/dataset--bolts--${image}.jpg?tag=good`,
    ask: async () => ({
      method: 'PUT',
      body: await maskPng(320, 240),
      headers: { 'content-type': 'image/png' },
    }),
    verdicts: people(403, 404),
    bodies: { 401: denied, 403: denied, 404: () => ({ error: true, status: 'File not found' }) },
    of: 'image',
  },
  {
    route: 'image delete mask',
    path: ({ image }) => `/image/mask/image/dataset--bolts--${image}.jpg?tag=good`,
    ask: async () => ({ method: 'DELETE' }),
    verdicts: people(403, 404),
    bodies: { 401: denied, 403: denied, 404: () => ({ error: true, status: 'File not found' }) },
    of: 'image',
  },
  {
    route: 'image detect',
    path: ({ image }) => `/image/detect/image/dataset--bolts--${image}.jpg`,
    verdicts: people('yes', 404),
    bodies: { 401: denied, 403: denied, 404: () => ({ error: true, status: 'File not found' }) },
    of: 'image',
  },
  ...['status', 'log', 'branches'].map(
    (name): Row => ({
      route: `git ${name}`,
      path: () => `/service-git/${name}`,
      ask: async () => ({ method: 'POST' }),
      verdicts: git('yes', 'yes'),
      bodies: gitBodies,
    }),
  ),
  {
    route: 'git project-info',
    path: () => '/service-git/project-info',
    verdicts: git('yes', 'yes'),
    bodies: gitBodies,
  },
  ...[
    'add',
    'commit',
    'push',
    'fetch',
    'pull',
    'checkout',
    'reset',
    'discard',
    'revert',
    'resolve',
    'create-branch',
    'switch-branch',
    'delete-branch',
    'rename-branch',
    'set-upstream',
  ].map(
    (name): Row => ({
      route: `git ${name}`,
      path: () => `/service-git/${name}`,
      ask: async () => ({ body: { commitRef: '--bad', files: ['../bad'], remote: '--bad' } }),
      verdicts: git(403, 'yes'),
      bodies: gitBodies,
    }),
  ),
  // Last, because it deletes the image.
  {
    route: 'image delete',
    path: ({ image }) => `/image/delete/image/dataset--bolts--${image}.jpg`,
    verdicts: people(403, 404),
    bodies: {
      401: denied,
      403: denied,
      404: () => ({ error: true, status: 'Permission denied or file not found' }),
    },
    of: 'image',
  },
];
