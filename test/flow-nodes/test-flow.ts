/** A flow whose camera is the test: frames come by HTTP, and the answer is the node's acknowledgement. */

export interface FlowOptions {
  address: string;
  key: string;
  /** By default in the user directory. */
  folder?: string;
}

const at = (id: string, type: string, wires: string[][], more: object = {}) => ({
  ...{ id, type, z: 'tab', name: id, wires, x: 100, y: 100 },
  ...more,
});

const httpIn = (id: string, method: string, url: string, next: string) =>
  at(id, 'http in', [[next]], { method, url, upload: false, swaggerDoc: '' });

const code = (id: string, func: string, wires: string[][]) =>
  at(id, 'function', wires, {
    func,
    outputs: wires.length,
    noerr: 0,
    initialize: '',
    finalize: '',
    libs: [],
  });

/** Keeps what a node has seen, for `GET /seen`. */
const note = (id: string, list: string, value: string, wires: string[][] = [[]]) =>
  code(
    id,
    `flow.set('${list}', [...(flow.get('${list}') || []), ${value}].slice(-2000)); return msg;`,
    wires,
  );

/** Sees a bad part in every other frame. */
const MODEL = `const isBad = Number(msg.filename.match(/\\d+/)) % 2 === 1;
msg.tags = isBad ? [{ tag: 'bad', score: 0.75, x: 0.25, y: 0.25, w: 0.5, h: 0.5 }] : [];
return msg;`;

const NAME_FRAME = `msg.filename = msg.req.query.name;
msg.date = Number(msg.req.query.date);
if (msg.req.query.dataset) msg.dataset = msg.req.query.dataset;
msg.camera = 'north';
return msg;`;

const PLAIN = `const { name, date } = msg.req.query;
msg.url = '__address__/monitor/line-1/image?name=' + name + '&date=' + date + '&session=plain';
msg.headers = { 'Content-Type': 'image/jpeg', 'X-Device-Key': '__key__' };
return msg;`;

/** Nodes for the editor's `POST /flows`. */
export function testFlow({ address, key, folder = '' }: FlowOptions): object[] {
  const plain = PLAIN.replace('__address__', address).replace('__key__', key);
  return [
    { id: 'tab', type: 'tab', label: 'Test', disabled: false, info: '' },
    {
      ...{ id: 'monitor', type: 'sightline-monitor', name: '', address, monitor: 'line-1', folder },
      ...{ limitMegabytes: '2000', limitHours: '0', atLimit: 'refuse', credentials: { key } },
    },
    httpIn('frame-in', 'post', '/frame', 'name-frame'),
    code('name-frame', NAME_FRAME, [['upload']]),
    at('upload', 'sightline-upload', [['spooled'], ['stored'], ['refused']], {
      monitor: 'monitor',
      dataset: '',
      tag: '',
    }),
    code('spooled', 'msg.payload = msg.spooled; return msg;', [['answer']]),
    note(
      'stored',
      'stored',
      '{ id: msg.image.id, name: msg.filename, camera: msg.camera, size: msg.payload.length }',
      [['model']],
    ),
    code('model', MODEL, [['predict']]),
    at('predict', 'sightline-tags', [['said']], { monitor: 'monitor', dataset: 'bolts', run: '1' }),
    note('said', 'said', '{ id: msg.image.id, run: msg.run, camera: msg.camera, payload: msg.payload }'),
    code(
      'refused',
      `flow.set('refused', [...(flow.get('refused') || []), { ...msg.refused, name: msg.filename }]);
if (!msg.res) return null;
msg.statusCode = 422; msg.payload = msg.refused; return msg;`,
      [['answer']],
    ),
    at('answer', 'http response', [], { statusCode: '', headers: {} }),
    httpIn('order-in', 'post', '/session', 'order'),
    code('order', 'msg.payload = msg.req.query.order; return msg;', [['session']]),
    at('session', 'sightline-session', [['session-done']], { monitor: 'monitor', keep: false }),
    code('session-done', 'msg.payload = msg.session; return msg;', [['answer']]),
    httpIn('plain-in', 'post', '/plain', 'plain'),
    code('plain', plain, [['request']]),
    at('request', 'http request', [['plain-answer']], {
      method: 'POST',
      ret: 'txt',
      url: '',
      senderr: false,
    }),
    code('plain-answer', 'msg.headers = {}; return msg;', [['answer']]),
    at('complete', 'complete', [['completed']], { scope: ['upload'] }),
    note('completed', 'completed', 'msg.filename'),
    at('catch', 'catch', [['caught']], { scope: ['upload', 'predict'], uncaught: false }),
    note('caught', 'caught', 'msg.error.message'),
    at('status', 'status', [['shown']], { scope: ['upload', 'session'] }),
    note('shown', 'shown', 'msg.status.source.id + ": " + msg.status.text'),
    httpIn('seen-in', 'get', '/seen', 'seen'),
    code(
      'seen',
      `msg.payload = Object.fromEntries(['stored', 'said', 'refused', 'completed', 'caught', 'shown'].map((each) => [each, flow.get(each) || []]));
return msg;`,
      [['answer']],
    ),
  ];
}

/** What `GET /seen` answers, since Node-RED began. */
export interface Seen {
  stored: { id: string; name: string; camera: string; size: number }[];
  said: { id: string; run: number; camera: string; payload: object[] }[];
  refused: { reason: string; status: number; name: string }[];
  completed: string[];
  caught: string[];
  shown: string[];
}
