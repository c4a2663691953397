/** The history of the sample editor project, and its flows: a camera line that posts its frames. */

export interface SampleCommit {
  message: string;
  /** ISO 8601: with fixed dates the commits have the same ids everywhere. */
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

const TAB: FlowNode = { id: 'f1a0000000000001', type: 'tab', label: 'Line 1', disabled: false, info: '' };

const node = (number: number, type: string, name: string, more: object = {}): FlowNode => ({
  id: `f1a00000000000${number}`,
  type,
  z: TAB.id,
  name,
  x: 140 + 200 * (number % 4),
  y: 80 + 40 * Math.floor(number / 4),
  ...more,
});

const TRIGGER = node(12, 'inject', 'every 200 ms', { repeat: '0.2', wires: [['f1a0000000000013']] });
const CAPTURE = node(13, 'function', 'capture', { func: 'return msg;', wires: [['f1a0000000000014']] });
const UPLOAD = node(14, 'http request', 'post the frame', {
  method: 'POST',
  url: 'http://127.0.0.1:5001/demo-sightline/us-central1/monitor/line-1/image',
  wires: [[]],
});
const COUNTER = node(15, 'debug', 'accepted', { complete: 'payload.data.id', wires: [] });

const PACKAGE = json({
  name: 'inspection-line',
  description: 'Captures frames of line 1 and posts them to its dataset',
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
    message: 'Capture five frames a second',
    date: '2026-10-05T07:30:00Z',
    files: { 'flows.json': json([TAB, TRIGGER, { ...CAPTURE, wires: [[]] }]) },
  },
  {
    message: 'Post each frame to the monitor',
    date: '2026-10-06T08:15:00Z',
    files: { 'flows.json': json([TAB, TRIGGER, CAPTURE, UPLOAD]) },
  },
];

/** The work of today: on the local branch only. */
export const NOT_YET_PUSHED: SampleCommit = {
  message: 'Show the id of each accepted frame',
  date: '2026-10-07T09:00:00Z',
  files: {
    'flows.json': json([TAB, TRIGGER, CAPTURE, { ...UPLOAD, wires: [['f1a0000000000015']] }, COUNTER]),
  },
};
