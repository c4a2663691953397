/** One valid request for each route, using the data of `furnish` and of the fuzz stage. */
import type { FunctionName } from '../../emulators/stack/function.ts';
import type { Method } from '../../functions/src/common/http/route.ts';

export interface ValidRequest {
  /** `monitor image`: function and route, for the table. */
  route: string;
  function: FunctionName;
  method: Method;
  /** Path after the function's name. */
  segments: string[];
  query: [string, string][];
  /** JSON, bytes, or no body. */
  body?: object | Buffer;
  contentType?: string;
}

/** Records that the valid requests use. */
export interface Known {
  images: string[];
  /** Encoded uri of an existing image. */
  encoded: string;
  /** Encoded uri of an image that may be deleted, as may dataset and monitor `doomed`. */
  victim: string;
  jpeg: Buffer;
  /** A mask of the image's size. */
  png: Buffer;
  /** Hash of a commit in the project. */
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
  row('dataset', 'GET', 'images', ['bolts', 'images'], {
    query: [
      ['tag', 'good'],
      ['tag', 'bad'],
      ['set', 'PREDETERMINED'],
      ['session', 'day-2026-09-21'],
      ['monitor', 'line-1'],
      ['labelled', 'true'],
      ['checked', 'false'],
      ['from', '0'],
      ['to', '1790000000000'],
      ['limit', '2'],
      ['after', 'WzE3OTAwMDAwMDAwMDAsIngiXQ'],
      ['thumbnails', 'true'],
    ],
  }),
  row('dataset', 'GET', 'list', [''], {
    query: [
      ['limit', '2'],
      ['after', 'bolts'],
      ['tags', 'false'],
    ],
  }),
  row('dataset', 'POST', 'make', [''], {
    body: {
      name: 'Made',
      type: 'MULTILABEL',
      tags: [{ name: 'good', color: '#22aa44', key: 'g', unclassified: false }],
      id: 'made',
    },
  }),
  row('dataset', 'PATCH', 'change', ['other'], {
    body: { name: 'Changed', type: 'MULTICLASS', suggest: 'builtin' },
  }),
  row('dataset', 'DELETE', 'delete', ['doomed'], { body: { confirm: 'Doomed' } }),
  row('dataset', 'POST', 'restore', ['doomed', 'restore']),
  row('dataset', 'POST', 'tag make', ['other', 'tag'], {
    body: { name: 'new', color: '#22aa44', key: 'n', order: 3, unclassified: false },
  }),
  row('dataset', 'PATCH', 'tag change', ['other', 'tag', 'foreign'], {
    body: { name: 'named', color: 'red', key: 'f', order: 0, unclassified: true },
  }),
  row('dataset', 'PUT', 'member set', ['other', 'members', 'someone%40example.org'], {
    body: { role: 'viewer' },
  }),
  row('dataset', 'DELETE', 'member remove', ['other', 'members', 'someone%40example.org']),
  row('dataset', 'GET', 'member list', ['other', 'members']),
  row('dataset', 'PUT', 'monitor admit', ['other', 'monitors', 'spare']),
  row('dataset', 'GET', 'monitor list', ['other', 'monitors'], {
    query: [
      ['limit', '2'],
      ['after', 'line-1'],
    ],
  }),
  row('dataset', 'DELETE', 'monitor dismiss', ['other', 'monitors', 'spare']),
  row('dataset', 'POST', 'key make', ['other', 'keys'], { body: { name: 'Nightly', role: 'editor' } }),
  row('dataset', 'GET', 'key list', ['other', 'keys']),
  row('dataset', 'DELETE', 'key revoke', ['other', 'keys', '0123456789ab']),
  row('dataset', 'POST', 'hook make', ['other', 'hook'], {
    body: { url: 'http://127.0.0.1:9/told', events: ['version.ready', 'import.done'], name: 'Chat' },
  }),
  row('dataset', 'GET', 'hook list', ['other', 'hook']),
  row('dataset', 'GET', 'hook show', ['other', 'hook', 'kept']),
  row('dataset', 'PATCH', 'hook change', ['other', 'hook', 'kept'], {
    body: { url: 'https://127.0.0.1:9/', events: ['run.ready'], name: 'Mail' },
  }),
  row('dataset', 'POST', 'hook test', ['other', 'hook', 'kept', 'test']),
  row('dataset', 'DELETE', 'hook delete', ['other', 'hook', 'gone']),
  row('dataset', 'POST', 'accept', ['other', 'members', 'accept']),
  row('dataset', 'DELETE', 'offer end', ['other', 'members', 'accept']),
  row('dataset', 'DELETE', 'tag delete', ['other', 'tag', 'spare'], { body: { into: 'foreign' } }),
  row('dataset', 'PATCH', 'change images', ['bolts', 'images'], {
    body: {
      changes: [
        { image: images[0], seen: 0, tag: 'good', set: 'TRAIN', decision: 'accept' },
        { image: images[1], tag: null, decision: 'review' },
      ],
    },
  }),
  row('dataset', 'PATCH', 'select images', ['bolts', 'images'], {
    body: {
      select: { tag: 'good', set: 'TRAIN', labelled: true, from: 1, shown: 100, at: Date.now() },
      change: { tag: 'bad', set: 'TEST', decision: 'accept' },
    },
  }),
  row('dataset', 'PATCH', 'undo images', ['bolts', 'images'], { body: { undo: 'none' } }),
  row('dataset', 'GET', 'trash', ['bolts', 'trash'], {
    query: [
      ['limit', '2'],
      ['after', 'W1sxNzkwMDAwMDAwLDBdLCJ4Il0'],
      ['thumbnails', 'true'],
    ],
  }),
  row('dataset', 'DELETE', 'delete trash', ['bolts', 'trash'], { body: { images: ['x', images[0]] } }),
  row('dataset', 'POST', 'links', ['bolts', 'links'], { body: { images } }),
  row('dataset', 'POST', 'restore images', ['bolts', 'trash', 'restore'], { body: { images } }),
  row('dataset', 'POST', 'version make', ['bolts', 'version'], {
    body: {
      name: 'first',
      note: 'as trained',
      test: 20,
      validation: 10,
      group: 'image',
      tagmap: { good: 'fine', bad: null },
      save: false,
      filter: {
        tag: 'good',
        set: 'PREDETERMINED',
        session: 'day-2026-09-21',
        monitor: 'line-1',
        labelled: true,
        from: 0,
        to: 1_790_000_000_000,
      },
    },
  }),
  row('dataset', 'POST', 'version preview', ['bolts', 'version', 'preview'], {
    body: {
      test: 20,
      validation: 10,
      group: 'session',
      tagmap: 'good:fine',
      save: true,
      filter: { tag: 'good', set: 'TRAIN', labelled: true, checked: false, from: 0, to: 1_790_000_000_000 },
      inference: 'exclude',
      unchecked: 'include',
    },
  }),
  row('dataset', 'GET', 'versions', ['bolts', 'version'], {
    query: [
      ['limit', '2'],
      ['after', '3'],
    ],
  }),
  row('dataset', 'GET', 'version', ['bolts', 'version', '1']),
  row('dataset', 'GET', 'version export', ['bolts', 'version', 'latest', 'export'], {
    query: [
      ['format', 'ndjson'],
      ['images', 'none'],
      ['redirect', 'false'],
    ],
  }),
  row('dataset', 'POST', 'import make', ['bolts', 'import'], { body: { name: 'parts.zip', size: 1000 } }),
  row('dataset', 'POST', 'import check', ['bolts', 'import', 'parts', 'check'], {
    body: { format: 'coco', tagmap: { fine: 'good', unknown: null } },
  }),
  row('dataset', 'POST', 'import run', ['bolts', 'import', 'parts', 'run'], {
    body: { format: 'coco', tagmap: 'fine:good', seconds: 1 },
  }),
  row('dataset', 'POST', 'run make', ['bolts', 'run'], {
    body: { name: 'Nightly', model: 'yolo11n', trainedOn: 1, live: true },
  }),
  row('dataset', 'GET', 'runs', ['bolts', 'run'], {
    query: [
      ['limit', '2'],
      ['after', '3'],
    ],
  }),
  row('dataset', 'GET', 'run', ['bolts', 'run', '1']),
  row('dataset', 'POST', 'run predictions', ['bolts', 'run', '1', 'predictions'], {
    body: {
      predictions: [
        {
          image: images[0],
          predictions: [{ tag: 'good', score: 0.9, box: [0.1, 0.2, 0.3, 0.4] }],
        },
        { image: images[1], predictions: [] },
      ],
    },
  }),
  ...['check', 'make'].map((step) =>
    row('dataset', 'POST', step === 'make' ? 'run finish' : 'run check', ['bolts', 'run', '2', step], {
      body: { format: 'coco', version: 1, score: 0.5, tagmap: { fine: 'good', other: null } },
    }),
  ),
  row('dataset', 'POST', 'run close', ['bolts', 'run', '1', 'close']),
  row('dataset', 'POST', 'run detect', ['bolts', 'run', '1', 'detect']),
  row('dataset', 'DELETE', 'run delete', ['bolts', 'run', '2']),
  row('dataset', 'POST', 'run evaluate', ['bolts', 'run', '3', 'evaluate'], {
    body: { version: 1, set: 'TEST', iou: 0.6, threshold: 0.3 },
  }),
  row('dataset', 'GET', 'run images', ['bolts', 'run', '3', 'images'], {
    query: [
      ['order', 'missed'],
      ['class', 'good'],
      ['predicted', ''],
      ['minScore', '0.25'],
      ['set', 'TEST'],
      ['limit', '5'],
      ['after', 'none'],
    ],
  }),
  row('dataset', 'GET', 'run compare', ['bolts', 'run', '3', 'compare', '3'], {
    query: [
      ['version', 'latest'],
      ['set', 'TRAIN'],
    ],
  }),
  row('dataset', 'POST', 'run review', ['bolts', 'run', '3', 'review'], {
    body: { order: 'extra', count: 5, spread: 'session' },
  }),
  row('dataset', 'GET', 'run export', ['bolts', 'run', '3', 'export'], {
    query: [
      ['format', 'coco'],
      ['version', '1'],
      ['redirect', 'false'],
    ],
  }),
  row('dataset', 'GET', 'suggest', ['bolts', 'suggest']),
  row('dataset', 'GET', 'similar', ['bolts', 'images', 'bolts-0001', 'similar'], { query: [['limit', '5']] }),
  row('dataset', 'GET', 'find', ['bolts', 'find'], {
    query: [
      ['kind', 'unusual'],
      ['good', 'good'],
      ['limit', '5'],
      ['after', Buffer.from('[0.5,"none"]').toString('base64url')],
    ],
  }),
  row('dataset', 'POST', 'suggest make', ['bolts', 'suggest']),
  row('dataset', 'POST', 'suggest vectors', ['bolts', 'suggest', 'vectors']),
  row('dataset', 'POST', 'run accept', ['bolts', 'run', '3', 'accept'], {
    body: { atLeast: 0.5, tag: 'good', precision: 0.9 },
  }),
  row('dataset', 'POST', 'acceptance judge', ['bolts', 'acceptance', 'none'], {
    body: { judged: [{ image: 'none', seen: 0, right: false, tag: 'good' }] },
  }),
  row('dataset', 'POST', 'acceptance undo', ['bolts', 'acceptance', 'none', 'undo']),
  row('dataset', 'GET', 'link', ['bolts', 'file', 'image.jpg'], {
    query: [
      ['grant', 'a'],
      ['signature', 'b'],
      ['redirect', 'false'],
    ],
  }),
  row('dataset', 'GET', 'version diff', ['bolts', 'version', '1', 'diff', 'latest'], {
    query: [
      ['limit', '2'],
      ['after', 'a'],
      ['change', 'moved'],
      ['details', 'true'],
    ],
  }),
];

const imageRequests = ({ encoded, victim, png }: Known): ValidRequest[] => [
  row('image', 'GET', 'getb64', ['getb64', 'image', encoded]),
  row('image', 'GET', 'detect', ['detect', 'image', encoded]),
  row('image', 'DELETE', 'delete', ['delete', 'image', victim]),
  row('image', 'PUT', 'put mask', ['mask', 'image', encoded], {
    query: [['tag', 'good']],
    body: png,
    contentType: 'image/png',
  }),
  row('image', 'DELETE', 'delete mask', ['mask', 'image', encoded], {
    query: [
      ['tag', 'good'],
      ['mask', 'left'],
    ],
  }),
];

function monitorRequests({ images, jpeg }: Known): ValidRequest[] {
  const image_data = {
    date: 1_790_000_000_000,
    name: 'frame.jpg',
    dataset: 'bolts',
    tag: 'good',
    session: 'run-1',
  };
  const tags = [
    { tag: 'good', x: 0.1, y: 0.2, w: 0.3, h: 0.4, type: 'rect', labeled: 'manual' },
    { tag: 'dataset/bolts/tag/bad', x: 0, y: 0, w: 1, h: 1 },
  ];
  return [
    row('monitor', 'GET', 'start', ['line-1', 'start'], {
      query: [
        ['uid', 'someone'],
        ['session', 'run-1'],
      ],
    }),
    row('monitor', 'POST', 'start', ['line-1', 'start'], { body: { uid: 'someone', session: 'run-2' } }),
    row('monitor', 'GET', 'stop', ['line-1', 'stop']),
    row('monitor', 'POST', 'image', ['line-1', 'image'], {
      body: { image: jpeg.toString('base64'), image_data },
    }),
    row('monitor', 'POST', 'image raw', ['line-1', 'image'], {
      query: Object.entries(image_data).map(([name, value]) => [name, String(value)]),
      body: jpeg,
      contentType: 'image/jpeg',
    }),
    row('monitor', 'GET', 'list', [''], {
      query: [
        ['limit', '2'],
        ['after', 'line-1'],
      ],
    }),
    row('monitor', 'POST', 'make', [''], {
      body: { name: 'Made', dataset: 'bolts', review: 10, id: 'made' },
    }),
    row('monitor', 'PATCH', 'change', ['spare'], {
      body: { name: 'Line', dataset: null, review: 2.5, expected: 60 },
    }),
    row('monitor', 'DELETE', 'delete', ['doomed']),
    row('monitor', 'POST', 'key make', ['spare', 'keys']),
    row('monitor', 'GET', 'key list', ['spare', 'keys']),
    row('monitor', 'PUT', 'key take', ['spare', 'keys', '0123456789ab']),
    row('monitor', 'DELETE', 'key revoke', ['spare', 'keys', '0123456789ab']),
    row('monitor', 'POST', 'hook make', ['spare', 'hook'], {
      body: { url: 'http://127.0.0.1:9/told', events: ['session.started', 'session.stopped'], name: 'Chat' },
    }),
    row('monitor', 'GET', 'hook list', ['spare', 'hook']),
    row('monitor', 'GET', 'hook show', ['spare', 'hook', 'kept']),
    row('monitor', 'PATCH', 'hook change', ['spare', 'hook', 'kept'], {
      body: { url: 'https://127.0.0.1:9/', events: ['session.stopped'], name: 'Mail' },
    }),
    row('monitor', 'POST', 'hook test', ['spare', 'hook', 'kept', 'test']),
    row('monitor', 'DELETE', 'hook delete', ['spare', 'hook', 'gone']),
    row('monitor', 'PUT', 'member set', ['spare', 'members', 'someone'], { body: { role: 'editor' } }),
    row('monitor', 'GET', 'member list', ['spare', 'members']),
    row('monitor', 'POST', 'accept', ['spare', 'members', 'accept']),
    row('monitor', 'DELETE', 'offer end', ['spare', 'members', 'accept']),
    row('monitor', 'DELETE', 'member remove', ['spare', 'members', 'someone']),
    row('monitor', 'POST', 'updateTags', ['updateTags'], {
      body: { dataset: 'bolts', imageID: images[0], tags, seen: 0 },
    }),
  ];
}

function gitRequests({ commit }: Known): ValidRequest[] {
  const bodies: Record<string, object> = {
    log: { maxCount: 10, before: commit, ref: 'main' },
    status: {},
    branches: {},
    show: { commitRef: commit },
    diff: { path: 'flows.json', staged: false, from: 'HEAD~1', to: 'HEAD' },
    'validate-checkout': { targetRef: 'HEAD~1' },
    add: { files: ['README.md'] },
    unstage: { files: ['README.md'] },
    discard: { files: ['README.md'] },
    commit: { message: 'A change' },
    checkout: { commitRef: 'HEAD~1' },
    'return-to-latest': {},
    'create-branch': { branch: 'side', commitRef: commit },
    'switch-branch': { branch: 'main' },
    'delete-branch': { branch: 'side' },
    'rename-branch': { branch: 'side', newName: 'other' },
    'set-upstream': { branch: 'main', upstream: 'origin/main' },
    reset: { commitRef: 'HEAD', resetMode: 'soft' },
    revert: { commitRef: 'HEAD' },
    fetch: { remote: 'origin', prune: false },
    pull: { remote: 'origin', branch: 'main', resolutions: { 'flows.json': 'ours' } },
    push: { remote: 'origin', branch: 'side' },
    resolve: { choices: { a1b2: 'ours' }, resolutions: { 'flows.json': 'theirs' } },
    'abort-merge': {},
    unlock: { olderThanSeconds: 600 },
  };
  const posts = Object.entries(bodies).map(([name, body]) =>
    row('service-git', 'POST', name, [name], { body }),
  );
  return [row('service-git', 'GET', 'project-info', ['project-info']), ...posts];
}
