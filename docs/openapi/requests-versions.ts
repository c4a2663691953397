/** Examples of versions and their exports, of imports, of runs, and of suggestions. */
import { type Asking, asking, refused } from './asking.ts';

export const VERSIONS: readonly Asking[] = [
  asking('makeVersion', 200, 'POST /dataset/bolts/version', {
    json: { name: 'First', test: 20, validation: 15 },
  }),
  asking(
    'makeVersion',
    400,
    'POST /dataset/bolts/version',
    refused('share', 'Shares of more than everything', { json: { test: 80, validation: 40 } }),
  ),
  asking('previewVersion', 200, 'POST /dataset/bolts/version/preview', {
    json: { test: 20, validation: 15, group: 'session' },
  }),
  asking('listVersions', 200, 'GET /dataset/bolts/version'),
  asking('showVersion', 200, 'GET /dataset/bolts/version/1'),
  asking('showVersion', 404, 'GET /dataset/bolts/version/99', refused('missing', 'No such version')),
  asking('diffVersions', 200, 'GET /dataset/bolts/version/1/diff/1?details=true'),
  asking(
    'exportVersion',
    400,
    'GET /dataset/bolts/version/1/export?format=xml',
    refused('format', 'Unknown format'),
  ),
  asking(
    'makeImport',
    400,
    'POST /dataset/bolts/import',
    refused('size', 'No size', { json: { name: 'parts.zip' } }),
  ),
  asking('checkImport', 404, 'POST /dataset/bolts/import/none/check', refused('missing', 'No such import')),
  asking('runImport', 404, 'POST /dataset/bolts/import/none/run', refused('missing', 'No such import')),
  asking('makeRun', 200, 'POST /dataset/bolts/run', {
    json: { name: 'Line 1, night shift', model: 'yolo11n', trainedOn: 1, live: true },
  }),
  asking('makeRun', 400, 'POST /dataset/bolts/run', refused('name', 'No name', { json: { live: true } })),
  asking('listRuns', 200, 'GET /dataset/bolts/run'),
  asking('showRun', 200, 'GET /dataset/bolts/run/1'),
  asking('showRun', 404, 'GET /dataset/bolts/run/99', refused('missing', 'No such run')),
  asking('checkRun', 404, 'POST /dataset/bolts/run/99/check', refused('missing', 'No such run')),
  asking('finishRun', 404, 'POST /dataset/bolts/run/99/make', refused('missing', 'No such run')),
  asking('addPredictions', 200, 'POST /dataset/bolts/run/1/predictions', {
    json: {
      predictions: [
        { image: 'bolts-0001', predictions: [{ tag: 'good', score: 0.97, box: [0.1, 0.2, 0.3, 0.4] }] },
        { image: 'bolts-0002', predictions: [] },
      ],
    },
  }),
  asking(
    'addPredictions',
    400,
    'POST /dataset/bolts/run/1/predictions',
    refused('score', 'No score', {
      json: { predictions: [{ image: 'bolts-0001', predictions: [{ tag: 'good', score: 97 }] }] },
    }),
  ),
  asking('closeRun', 200, 'POST /dataset/bolts/run/1/close'),
  asking(
    'addPredictions',
    409,
    'POST /dataset/bolts/run/1/predictions',
    refused('closed', 'It is closed', {
      json: { predictions: [{ image: 'bolts-0001', predictions: [] }] },
    }),
  ),
  asking('closeRun', 404, 'POST /dataset/bolts/run/99/close', refused('missing', 'No such run')),
  asking('deleteRun', 200, 'DELETE /dataset/bolts/run/1'),
  asking('makeRun', 200, 'POST /dataset/parts/run', {
    name: 'detect',
    summary: 'A run of the detector',
    json: { name: 'What Cloud Vision finds', source: 'detect', filter: { set: 'TEST' } },
  }),
  asking('detectRun', 200, 'POST /dataset/parts/run/1/detect', {
    isLeft: ({ left }: { left: number }) => left > 0,
  }),
  asking('detectRun', 404, 'POST /dataset/parts/run/99/detect', refused('missing', 'No such run')),
  asking('deleteRun', 404, 'DELETE /dataset/bolts/run/99', refused('missing', 'No such run')),
  asking(
    'evaluateRun',
    404,
    'POST /dataset/bolts/run/99/evaluate',
    refused('missing', 'No such run', { json: { version: 1 } }),
  ),
  asking('listRunImages', 404, 'GET /dataset/bolts/run/99/images', refused('missing', 'No such run')),
  asking(
    'compareRuns',
    404,
    'GET /dataset/bolts/run/99/compare/98?version=latest',
    refused('missing', 'No such run'),
  ),
  asking(
    'reviewRun',
    404,
    'POST /dataset/bolts/run/99/review',
    refused('missing', 'No such run', { json: { count: 20 } }),
  ),
  asking('exportRun', 404, 'GET /dataset/bolts/run/99/export?format=coco', refused('missing', 'No such run')),
  asking('addVectors', 409, 'POST /dataset/castings/suggest/vectors', refused('off', 'They are off')),
  asking('changeDataset', 200, 'PATCH /dataset/castings', {
    name: 'suggest',
    summary: 'Suggestions are switched on',
    json: { suggest: 'builtin' },
  }),
  asking(
    'makeSuggestions',
    409,
    'POST /dataset/castings/suggest',
    refused('labels', 'No picture was looked at'),
  ),
  asking('addVectors', 200, 'POST /dataset/castings/suggest/vectors', {
    isLeft: ({ lack }: { lack: number }) => lack > 0,
  }),
  asking('showSuggest', 200, 'GET /dataset/castings/suggest'),
  asking('makeSuggestions', 200, 'POST /dataset/castings/suggest'),
  asking('findSimilar', 200, 'GET /dataset/castings/images/castings-0001/similar?limit=3'),
  asking(
    'findSimilar',
    404,
    'GET /dataset/castings/images/none/similar',
    refused('missing', 'No such image'),
  ),
  asking('findImages', 200, 'GET /dataset/castings/find?kind=outliers&limit=3', {
    name: 'outliers',
    summary: 'Images that look like no other',
  }),
  asking('findImages', 200, 'GET /dataset/castings/find?kind=duplicates&limit=3', {
    name: 'duplicates',
    summary: 'Near copies',
  }),
  asking('findImages', 200, 'GET /dataset/castings/find?kind=wrong&limit=3', {
    name: 'wrong',
    summary: 'Labels that the others deny',
  }),
  asking('findImages', 409, 'GET /dataset/bolts/find?kind=outliers', refused('off', 'Suggestions are off')),
  asking('makeAcceptance', 200, 'POST /dataset/castings/run/1/accept', {
    json: { threshold: 0.5, tags: ['normal', 'defective'] },
  }),
  asking(
    'makeAcceptance',
    409,
    'POST /dataset/castings/run/1/accept',
    refused('unsure', 'The run is not as sure of any image', {
      json: { threshold: 1, tags: ['normal', 'defective'] },
    }),
  ),
  asking('listAcceptances', 200, 'GET /dataset/castings/acceptance'),
  asking(
    'listAcceptances',
    404,
    'GET /dataset/castings/acceptance?after=none',
    refused('missing', 'No such acceptance'),
  ),
  asking(
    'reviewAcceptance',
    404,
    'POST /dataset/castings/acceptance/none',
    refused('missing', 'No such acceptance', {
      json: { reviewed: [{ image: 'castings-0034', revision: 0, correct: true }] },
    }),
  ),
  asking(
    'undoAcceptance',
    404,
    'POST /dataset/castings/acceptance/none/undo',
    refused('missing', 'No such acceptance'),
  ),
];
