/** One valid request for each route of the specification and the contract, against what `furnish` and the fuzz stage made. */
import type { FunctionName } from '../../emulators/stack/function.ts';

export interface ValidRequest {
  /** `monitor image`: function and route, for the table. */
  route: string;
  function: FunctionName;
  method: 'GET' | 'POST' | 'DELETE';
  /** Behind the function's name. */
  segments: string[];
  query: [string, string][];
  /** JSON, bytes, or no body. */
  body?: object | Buffer;
  contentType?: string;
}

/** What the valid requests speak of. */
export interface Known {
  images: string[];
  /** Encoded uri of an image with record and object. */
  encoded: string;
  /** Encoded uri of an image that may be deleted. */
  victim: string;
  jpeg: Buffer;
  /** Hash of a commit of the project. */
  commit: string;
}

export function validRequests(known: Known): ValidRequest[] {
  return [
    ...datasetRequests(known),
    ...imageRequests(known),
    ...monitorRequests(known),
    ...gitRequests(known),
  ];
}

const row = (
  name: FunctionName,
  method: ValidRequest['method'],
  route: string,
  segments: string[],
  rest: Partial<ValidRequest> = {},
): ValidRequest => ({ route: `${name} ${route}`, function: name, method, segments, query: [], ...rest });

const datasetRequests = ({ images }: Known): ValidRequest[] => [
  row('dataset', 'GET', 'csv', ['bolts', 'csv'], {
    query: [
      ['test', '20'],
      ['validation', '10'],
      ['tagmap', 'good:fine,bad:poor'],
      ['group', 'session'],
    ],
  }),
  row('dataset', 'POST', 'downloadZip', ['bolts', 'downloadZip'], { body: { images, userId: 'user-1' } }),
  row('dataset', 'GET', 'annotationsCrops', ['bolts', 'annotationsCrops', 'good'], {
    query: [['limit', '5']],
  }),
  row('dataset', 'POST', 'refreshCounters', ['bolts', 'refreshCounters']),
];

const imageRequests = ({ encoded, victim }: Known): ValidRequest[] => [
  row('image', 'GET', 'getb64', ['getb64', 'image', encoded]),
  row('image', 'GET', 'detect', ['detect', 'image', encoded]),
  row('image', 'DELETE', 'delete', ['delete', 'image', victim]),
];

function monitorRequests({ images, jpeg }: Known): ValidRequest[] {
  const image_data = { date: 1_790_000_000_000, name: 'frame.jpg', dataset: 'bolts', tag: 'good' };
  const tags = [
    { tag: 'good', x: 0.1, y: 0.2, w: 0.3, h: 0.4, type: 'rect', labeled: 'manual' },
    { tag: 'dataset/bolts/tag/bad', x: 0, y: 0, w: 1, h: 1 },
  ];
  return [
    row('monitor', 'GET', 'start', ['line-1', 'start'], { query: [['uid', 'someone']] }),
    row('monitor', 'POST', 'start', ['line-1', 'start'], { body: { uid: 'someone' } }),
    row('monitor', 'GET', 'stop', ['line-1', 'stop']),
    row('monitor', 'POST', 'image', ['line-1', 'image'], {
      body: { image: jpeg.toString('base64'), image_data },
    }),
    row('monitor', 'POST', 'image raw', ['line-1', 'image'], {
      query: Object.entries(image_data).map(([name, value]) => [name, String(value)]),
      body: jpeg,
      contentType: 'image/jpeg',
    }),
    row('monitor', 'POST', 'updateTags', ['updateTags'], {
      body: { dataset: 'bolts', imageID: images[0], tags },
    }),
  ];
}

function gitRequests({ commit }: Known): ValidRequest[] {
  const bodies: Record<string, object> = {
    log: { maxCount: 10, before: commit, ref: 'main' },
    status: {},
    branches: {},
    show: { commitRef: commit },
    diff: { path: 'flows.json', staged: false },
    'validate-checkout': { targetRef: 'HEAD~1' },
    add: { files: ['README.md'] },
    unstage: { files: ['README.md'] },
    discard: { files: ['README.md'] },
    commit: { message: 'A change' },
    checkout: { commitRef: 'HEAD~1' },
    'return-to-latest': {},
    'create-branch': { branch: 'side', commitRef: commit },
    'switch-branch': { branch: 'main' },
    reset: { commitRef: 'HEAD', resetMode: 'soft' },
    fetch: { remote: 'origin', prune: false },
    pull: { remote: 'origin', branch: 'main', resolutions: { 'flows.json': 'ours' } },
    push: { remote: 'origin' },
    'abort-merge': {},
    unlock: { olderThanSeconds: 600 },
  };
  const posts = Object.entries(bodies).map(([name, body]) =>
    row('service-git', 'POST', name, [name], { body }),
  );
  return [row('service-git', 'GET', 'project-info', ['project-info']), ...posts];
}
