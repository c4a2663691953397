/** Requests whose answers are the examples of openapi.yaml, in the order in which they are sent. */
import { type Asking, asking, refused } from './asking.ts';
import { CURATED } from './requests-curated.ts';
import { MANAGED } from './requests-managed.ts';
import { VERSIONS } from './requests-versions.ts';

const bolts = 'dataset--bolts--bolts-0001.jpg';
const image = (tag: string) => ({ date: 1_790_000_000_000, name: 'first.jpg', dataset: 'bolts', tag });
const box = { tag: 'rusty', x: 0.1, y: 0.2, w: 0.3, h: 0.4 };
const git = (operation: string, name: string, json?: unknown) =>
  asking(operation, 200, `POST /service-git/${name}`, {
    as: 'gitwriter',
    ...(json !== undefined && { json }),
  });

export const ASKED: readonly Asking[] = [
  asking('monitorHealth', 200, 'GET /monitor/health', { as: null }),
  asking('monitorHealthz', 200, 'GET /monitor/healthz', { as: null }),
  asking('datasetHealth', 200, 'GET /dataset/health', { as: null }),
  asking('datasetHealthz', 200, 'GET /dataset/healthz', { as: null }),
  asking('imageHealth', 200, 'GET /image/health', { as: null }),
  asking('imageHealthz', 200, 'GET /image/healthz', { as: null }),
  asking('gitHealth', 200, 'GET /service-git/health', { as: null }),
  asking('gitHealthz', 200, 'GET /service-git/healthz', { as: null }),
  asking('startSession', 200, 'GET /monitor/line-1/start'),
  asking('startSession', 409, 'GET /monitor/line-1/start', refused('running', 'Already running')),
  asking('startSessionByPost', 404, 'POST /monitor/line-9/start', refused('missing', 'No such monitor')),
  asking('startSession', 401, 'GET /monitor/line-1/start', refused('nobody', 'No credentials', { as: null })),
  asking(
    'startSession',
    403,
    'GET /monitor/line-1/start',
    refused('viewer', 'Role too low', { as: 'viewer' }),
  ),
  asking(
    'addImage',
    200,
    'POST /monitor/line-1/image?date=1790000000000&name=first.jpg&dataset=bolts&tag=good',
    {
      bytesOf: 'bolts-0001.jpg',
    },
  ),
  asking(
    'addImage',
    400,
    'POST /monitor/line-1/image',
    refused('empty', 'No image', { json: { image_data: image('good') } }),
  ),
  asking(
    'addImage',
    404,
    'POST /monitor/line-1/image?tag=nothing',
    refused('tag', 'No such tag', { bytesOf: 'bolts-0001.jpg' }),
  ),
  asking(
    'addImage',
    415,
    'POST /monitor/line-1/image',
    refused('format', 'Not an image', { json: { image: 'bm8gaW1hZ2U=', image_data: image('good') } }),
  ),
  asking('stopSession', 200, 'GET /monitor/line-1/stop'),
  asking('stopSession', 409, 'GET /monitor/line-1/stop', refused('stopped', 'Already stopped')),
  asking('updateTags', 200, 'POST /monitor/updateTags', {
    json: { dataset: 'bolts', imageID: 'bolts-0001', tags: [box] },
  }),
  asking(
    'updateTags',
    404,
    'POST /monitor/updateTags',
    refused('dataset', 'No such dataset', { json: { dataset: 'nothing', imageID: 'bolts-0001', tags: [] } }),
  ),
  asking(
    'updateTags',
    400,
    'POST /monitor/updateTags',
    refused('outside', 'Box outside the image', {
      json: { dataset: 'bolts', imageID: 'bolts-0001', tags: [{ ...box, x: 0.9 }] },
    }),
  ),
  asking(
    'updateTags',
    409,
    'POST /monitor/updateTags',
    refused('changed', 'Somebody has changed the image since `seen`', {
      json: { dataset: 'bolts', imageID: 'bolts-0001', tags: [box], seen: 9 },
    }),
  ),
  asking('generateCsv', 200, 'GET /dataset/bolts/csv?test=20&validation=15'),
  asking('generateCsv', 400, 'GET /dataset/bolts/csv?test=200', refused('parameter', 'Share over 100')),
  asking('generateCsv', 404, 'GET /dataset/nothing/csv', refused('missing', 'No such dataset')),
  asking('generateCsv', 403, 'GET /dataset/bolts/csv', refused('viewer', 'Role too low', { as: 'viewer' })),
  asking(
    'downloadZip',
    400,
    'POST /dataset/bolts/downloadZip',
    refused('list', 'Images is not a list', { json: {} }),
  ),
  asking(
    'downloadZip',
    404,
    'POST /dataset/bolts/downloadZip',
    refused('images', 'No image found', { json: { images: ['nothing'] } }),
  ),
  asking('cropAnnotations', 200, 'GET /dataset/parts/annotationsCrops/bolt?limit=1'),
  asking(
    'cropAnnotations',
    404,
    'GET /dataset/parts/annotationsCrops/nothing',
    refused('tag', 'No such tag'),
  ),
  asking('refreshCounters', 200, 'POST /dataset/bolts/refreshCounters'),
  asking('listImages', 200, 'GET /dataset/bolts/images?set=REVIEW&limit=1&thumbnails=true'),
  asking('listImages', 400, 'GET /dataset/bolts/images?limit=1000', refused('limit', 'Limit too large')),
  ...MANAGED,
  ...CURATED,
  ...VERSIONS,
  asking('readBase64', 200, `GET /image/getb64/image/${bolts}`),
  asking(
    'readBase64',
    404,
    'GET /image/getb64/image/dataset--bolts--nothing.jpg',
    refused('missing', 'No such image'),
  ),
  asking('readBase64', 400, 'GET /image/getb64/image/--', refused('uri', 'No uri')),
  asking('detectObjects', 200, 'GET /image/detect/image/dataset--parts--parts-0001.jpg'),
  asking('deleteImage', 200, 'GET /image/delete/image/dataset--bolts--bolts-0006.jpg'),
  asking(
    'deleteImageByDelete',
    404,
    'DELETE /image/delete/image/dataset--bolts--bolts-0006.jpg',
    refused('gone', 'Already deleted'),
  ),
  asking('gitProjectInfo', 200, 'GET /service-git/project-info', { as: 'gitreader' }),
  asking(
    'gitProjectInfo',
    401,
    'GET /service-git/project-info',
    refused('nobody', 'No credentials', { as: null }),
  ),
  asking(
    'gitCommit',
    403,
    'POST /service-git/commit',
    refused('reader', 'Permission to read only', { as: 'gitreader', json: { message: 'x' } }),
  ),
  git('gitStatus', 'status'),
  git('gitBranches', 'branches'),
  git('gitLog', 'log', { maxCount: 2 }),
  git('gitShow', 'show', { commitRef: 'HEAD' }),
  git('gitDiff', 'diff', { staged: false }),
  git('gitValidateCheckout', 'validate-checkout', { targetRef: 'HEAD~1' }),
  asking(
    'gitCheckout',
    409,
    'POST /service-git/checkout',
    refused('blocked', 'Commits not pushed', { as: 'gitwriter', json: { commitRef: 'HEAD~1' } }),
  ),
  asking(
    'gitCommit',
    409,
    'POST /service-git/commit',
    refused('nothing', 'Nothing is staged', { as: 'gitwriter', json: { message: 'x' } }),
  ),
  asking(
    'gitShow',
    404,
    'POST /service-git/show',
    refused('unknown', 'No such commit', { as: 'gitwriter', json: { commitRef: 'nothing' } }),
  ),
  git('gitPush', 'push'),
  git('gitFetch', 'fetch'),
  git('gitPull', 'pull'),
  git('gitCheckout', 'checkout', { commitRef: 'HEAD~1' }),
  git('gitReturnToLatest', 'return-to-latest'),
  git('gitCreateBranch', 'create-branch', { branch: 'side' }),
  git('gitSwitchBranch', 'switch-branch', { branch: 'side' }),
  git('gitReset', 'reset', { commitRef: 'HEAD', resetMode: 'soft' }),
  git('gitRenameBranch', 'rename-branch', { newName: 'trial' }),
  git('gitSetUpstream', 'set-upstream', { branch: 'trial', upstream: 'origin/main' }),
  git('gitRevert', 'revert', { commitRef: 'HEAD' }),
  git('gitSwitchBranch', 'switch-branch', { branch: 'main' }),
  git('gitDeleteBranch', 'delete-branch', { branch: 'trial' }),
  git('gitAdd', 'add', { stageAll: true }),
  git('gitUnstage', 'unstage', { unstageAll: true }),
  asking(
    'gitAbortMerge',
    409,
    'POST /service-git/abort-merge',
    refused('none', 'No merge is in progress', { as: 'gitwriter' }),
  ),
  asking(
    'gitResolve',
    409,
    'POST /service-git/resolve',
    refused('none', 'No merge to resolve', { as: 'gitwriter', json: { choices: {} } }),
  ),
  git('gitUnlock', 'unlock'),
];
