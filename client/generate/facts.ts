/** What the description does not say of its operations: how their methods are called, and how they are retried. */

/** Classes of methods: the path that all of them share, and which of those below it are theirs. The first that fits has it. */
export const GROUPS: readonly { name: string; at: string; below?: RegExp; doc: string }[] = [
  {
    name: 'Suggestions',
    at: '/dataset/{dataset_id}',
    below: /^\/(suggest|acceptance|find)|^\/run\/[^/]+\/accept$|\/similar$/,
    doc: 'Classes for images that nobody has labelled, from a few labels, and images that need a look.',
  },
  {
    name: 'Images',
    at: '/dataset/{dataset_id}',
    below: /^\/(images|trash|links)/,
    doc: 'The images of a dataset: listing, review, trash and links.',
  },
  { name: 'Tags', at: '/dataset/{dataset_id}/tag', doc: 'The tags of a dataset.' },
  {
    name: 'Members',
    at: '/dataset/{dataset_id}/members',
    doc: 'The people who have access to a dataset.',
  },
  {
    name: 'AdmittedMonitors',
    at: '/dataset/{dataset_id}/monitors',
    doc: 'The monitors whose cameras may write into a dataset.',
  },
  {
    name: 'Hooks',
    at: '/dataset/{dataset_id}/hook',
    doc: 'Addresses that are told what happens in a dataset.',
  },
  {
    name: 'Versions',
    at: '/dataset/{dataset_id}/version',
    doc: 'Immutable snapshots of a dataset, and their exports for trainers.',
  },
  {
    name: 'Events',
    at: '/dataset/{dataset_id}/events',
    doc: 'What has happened in a dataset in the last seven days.',
  },
  {
    name: 'Jobs',
    at: '/dataset/{dataset_id}/job',
    doc: 'Long work on a dataset, which goes on by itself.',
  },
  {
    name: 'Imports',
    at: '/dataset/{dataset_id}/import',
    doc: 'Archives of images with labels, into a dataset: upload, check, run.',
  },
  {
    name: 'Runs',
    at: '/dataset/{dataset_id}/run',
    doc: 'What models say about the images of a dataset, beside what people say. A run changes no label.',
  },
  { name: 'Dataset', at: '/dataset/{dataset_id}', doc: 'A dataset of labelled images.' },
  {
    name: 'MonitorHooks',
    at: '/monitor/{monitor_id}/hook',
    doc: 'Addresses that are told what happens at a monitor.',
  },
  {
    name: 'MonitorMembers',
    at: '/monitor/{monitor_id}/members',
    doc: 'The people who have access to a monitor.',
  },
  { name: 'Monitor', at: '/monitor/{monitor_id}', doc: 'A camera or sensor, and its sessions.' },
  { name: 'Image', at: '/image', doc: 'One stored image.' },
  { name: 'Git', at: '/service-git', doc: "The flow editor's active project." },
  { name: 'Service', at: '', doc: 'What belongs to no single dataset or monitor.' },
];

/** Names of methods that are not the verb of their operation, or would be taken twice. */
export const NAMES: Readonly<Record<string, string>> = {
  ...{ generateCsv: 'csv', downloadZip: 'downloadZip', refreshCounters: 'refreshCounters' },
  ...{ makeDatasetKey: 'createKey', listDatasetKeys: 'keys', revokeDatasetKey: 'revokeKey' },
  ...{ makeKey: 'createKey', listKeys: 'keys', takeKey: 'takeKey', revokeKey: 'revokeKey' },
  ...{ askCommand: 'command', listCommands: 'commands', tellCommand: 'tell', makeToken: 'token' },
  ...{ makeTag: 'create', makeDataset: 'createDataset', makeMonitor: 'createMonitor' },
  ...{ listDatasets: 'listDatasets', listMonitors: 'listMonitors' },
  ...{ listTrash: 'trash', deleteTrashed: 'deleteTrashed', emptyTrash: 'emptyTrash', linkImages: 'links' },
  ...{ endDatasetOffer: 'endOffer', endMonitorOffer: 'endOffer' },
  ...{ addPredictions: 'predict', listRunImages: 'images', chooseRunPoint: 'choosePoint' },
  ...{
    addVectors: 'look',
    showSuggest: 'state',
    makeAcceptance: 'accept',
    listAcceptances: 'acceptances',
    findSimilar: 'similar',
  },
  ...{ previewRetention: 'retention', deleteMask: 'deleteMask', updateTags: 'updateTags' },
};

export const VERBS: Readonly<Record<string, string>> = { show: 'get', change: 'update' };

/** Called by methods that are written by hand, which open files, turn pages or shape answers. */
export const INNER = new Set([
  ...['addImage', 'putMask', 'readBase64', 'generateCsv', 'cropAnnotations', 'changeImages', 'listEvents'],
]);

/** Lists of these are short. */
export const RECORDS = new Set(['datasets', 'monitors']);

/** Paths for probes and browsers. */
export const NOT_CALLED = new Set(['health', 'healthz', 'followLink']);

/** An attempt may take minutes. */
export const LONG = new Set([
  ...['generateCsv', 'cropAnnotations', 'refreshCounters', 'deleteTrashed'],
  ...['previewVersion', 'diffVersions', 'checkImport', 'previewRetention'],
  ...['checkRun', 'finishRun', 'closeRun'],
  ...['showSuggest', 'makeAcceptance'],
  ...['findSimilar', 'findImages'],
]);

/** Doing it twice is not the same as once, so it is not sent again after an attempt that may have been done. */
export const ONCE = new Set([
  ...['generateCsv', 'detectObjects', 'makeKey', 'makeDatasetKey', 'makeHook', 'makeMonitorHook'],
]);

/** Of git only these: all others change the project. */
export const GIT_READS = new Set([
  ...['gitProjectInfo', 'gitStatus', 'gitLog', 'gitBranches', 'gitShow', 'gitDiff', 'gitValidateCheckout'],
]);

/** The error that an own attempt, whose answer was lost, makes of the next one. */
export const DONE_BEFORE: Readonly<Record<string, number>> = {
  ...{ startSession: 409, stopSession: 409, deleteMonitor: 404, deleteImage: 404 },
  ...{ deleteHook: 404, deleteMonitorHook: 404 },
  // Whoever has left, or has declined an offer, does not see the record any more.
  ...{ removeDatasetMember: 404, removeMonitorMember: 404, endDatasetOffer: 404, endMonitorOffer: 404 },
};
