/** The history of the sample editor project, and its flow: a camera line that takes and uploads pictures. */

export interface SampleCommit {
  message: string;
  /** ISO 8601: fixed dates give the commits the same ids everywhere. */
  date: string;
  files: Readonly<Record<string, string>>;
}

interface FlowNode {
  id: string;
  type: string;
  z?: string;
  [property: string]: unknown;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 4)}\n`;

const TAB: FlowNode = {
  id: 'f1a0000000000001',
  type: 'tab',
  label: 'Line 1',
  disabled: false,
  info: `Takes a picture each second and uploads it to monitor line-1. A picture is on disk before the flow goes on, so stop the
service for a while and start it again: none is missing. The addresses come from the environment: SIGHTLINE_CAMERA and SIGHTLINE_URL, which
\`npm run editor\` gives.`,
};

const idOf = (number: number): string => `f1a00000000000${number}`;

/** @param place column and row on the canvas */
const node = (
  number: number,
  type: string,
  name: string,
  [column, row]: readonly [number, number],
  more: object,
): FlowNode => ({
  id: idOf(number),
  type,
  z: TAB.id,
  name,
  ...more,
  x: 130 + 210 * column,
  y: 80 + 60 * row,
});

const http = (method: string, url: string, ret: string) => ({
  method,
  url,
  ret,
  paytoqs: 'ignore',
  tls: '',
  persist: false,
  proxy: '',
  authType: '',
  // If the line is down, the catch node gets the error instead of the next node.
  senderr: true,
});

const debug = (complete: string) => ({
  active: true,
  tosidebar: true,
  console: false,
  tostatus: false,
  complete,
  targetType: 'msg',
  statusVal: '',
  statusType: 'auto',
  wires: [],
});

const TRIGGER = node(12, 'inject', 'every second', [0, 0], {
  props: [{ p: 'payload' }],
  payload: '',
  payloadType: 'date',
  topic: '',
  repeat: '1',
  crontab: '',
  once: true,
  onceDelay: '0.5',
  wires: [[idOf(13)]],
});
const CAPTURE = node(13, 'http request', 'take a picture', [1, 0], {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in
  ...http('GET', '${SIGHTLINE_CAMERA}', 'bin'),
  wires: [[idOf(16)]],
});
const FRAME = node(16, 'function', 'date and name it', [2, 0], {
  func: `msg.date = Date.now();
msg.filename = 'frame-' + msg.date + '.jpg';
return msg;`,
  outputs: 1,
  noerr: 0,
  initialize: '',
  finalize: '',
  libs: [],
  wires: [[idOf(14)]],
});
/** The connection: no place on the canvas. */
const MONITOR: FlowNode = {
  id: idOf(21),
  type: 'sightline-monitor',
  name: '',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the editor fills it in
  address: '${SIGHTLINE_URL}',
  monitor: 'line-1',
  folder: '',
  limitMegabytes: '2000',
  limitHours: '0',
  atLimit: 'refuse',
};
const UPLOAD = node(14, 'sightline-upload', 'upload the frame', [0, 1], {
  monitor: MONITOR.id,
  dataset: '',
  tag: '',
  wires: [[], [idOf(15)], [idOf(18)]],
});
const SESSION = node(17, 'sightline-session', 'a session', [0, 3], {
  monitor: MONITOR.id,
  keep: true,
  wires: [[]],
});
const COUNTER = node(15, 'debug', 'accepted', [2, 1], debug('image.id'));
const REFUSED = node(18, 'debug', 'not accepted', [2, 2], debug('refused'));
const CATCH = node(19, 'catch', 'an error', [1, 3], { scope: null, uncaught: false, wires: [[idOf(20)]] });
const PROBLEM = node(20, 'debug', 'problem', [2, 3], debug('error.message'));
const POSTING = [TAB, MONITOR, TRIGGER, CAPTURE, FRAME];
const FAILING = [SESSION, REFUSED, CATCH, PROBLEM];

const PACKAGE = json({
  name: 'inspection-line',
  description: 'Captures frames of line 1 and uploads them to its dataset',
  version: '0.0.1',
  dependencies: {},
  'node-red': { settings: { flowFile: 'flows.json', credentialsFile: 'flows_cred.json' } },
});

export const COMMITS: readonly SampleCommit[] = [
  {
    message: 'Create project',
    date: '2026-10-05T06:00:00Z',
    files: {
      'package.json': PACKAGE,
      'README.md': 'inspection-line\n===============\n\nFrames of line 1.\n',
      'flows.json': json([TAB]),
      'flows_cred.json': '{}\n',
      '.gitignore': '*.backup\n',
    },
  },
  {
    message: 'Take a picture each second',
    date: '2026-10-05T07:30:00Z',
    files: { 'flows.json': json([TAB, TRIGGER, { ...CAPTURE, wires: [[]] }]) },
  },
  {
    message: 'Upload each frame to the monitor',
    date: '2026-10-06T08:15:00Z',
    files: { 'flows.json': json([...POSTING, { ...UPLOAD, wires: [[], [], [idOf(18)]] }, ...FAILING]) },
  },
];

/** Today's work: on the local branch only. */
export const NOT_YET_PUSHED: SampleCommit = {
  message: 'Show the id of each accepted frame',
  date: '2026-10-07T09:00:00Z',
  files: {
    'flows.json': json([...POSTING, UPLOAD, COUNTER, ...FAILING]),
  },
};
