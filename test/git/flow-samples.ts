/**
 * Flows as people build them: tabs, subflows, groups, configuration nodes, links, watched nodes, and the editor's own
 * examples.
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface SampleNode {
  id: string;
  type: string;
  z?: string;
  g?: string;
  wires?: string[][];
  links?: string[];
  scope?: string[] | null;
  nodes?: string[];
  [property: string]: unknown;
}

const tab = (id: string, label: string): SampleNode => ({
  id,
  type: 'tab',
  label,
  disabled: false,
  info: '',
});

/** A node on a canvas, wired from its first port. */
const on =
  (z: string) =>
  (id: string, type: string, to: string[] = [], more: object = {}): SampleNode => ({
    id,
    type,
    z,
    name: `${type} ${id}`,
    ...more,
    x: 140 + 20 * Number.parseInt(id.slice(-2), 16),
    y: 80,
    wires: type === 'debug' ? [] : [to],
  });

const line = on('tab00000000001');
const press = on('tab00000000002');
const inside = on('sub00000000001');

/** An inspection line: a camera, a broker, a subflow with retries, and links to the press next to it. */
export const INSPECTION: readonly SampleNode[] = [
  tab('tab00000000001', 'Line 1'),
  tab('tab00000000002', 'Press'),
  {
    id: 'sub00000000001',
    type: 'subflow',
    name: 'Retry',
    info: '',
    category: '',
    in: [{ x: 60, y: 80, wires: [{ id: 'n000000000000a' }] }],
    out: [{ x: 420, y: 80, wires: [{ id: 'n000000000000b', port: 0 }] }],
    env: [{ name: 'TIMES', type: 'num', value: '3' }],
    color: '#DDAA99',
  },
  inside('n000000000000a', 'function', ['n000000000000b'], { func: 'return msg;', outputs: 1 }),
  inside('n000000000000b', 'delay', [], { timeout: '1', timeoutUnits: 'seconds' }),
  {
    id: 'grp00000000001',
    type: 'group',
    z: 'tab00000000001',
    name: 'Camera',
    style: { label: true },
    nodes: ['n0000000000001', 'n0000000000002'],
    x: 114,
    y: 39,
    w: 400,
    h: 82,
  },
  {
    id: 'cfg00000000001',
    type: 'mqtt-broker',
    name: 'Hall 3',
    broker: '10.0.0.7',
    port: '1883',
    keepalive: 12345678901234567890n,
  },
  { id: 'cfg00000000002', type: 'tls-config', name: 'Certificates', verifyservercert: true },
  line('n0000000000001', 'inject', ['n0000000000002'], { g: 'grp00000000001', repeat: '0.2' }),
  line('n0000000000002', 'function', ['n0000000000003', 'n0000000000005'], {
    g: 'grp00000000001',
    func: 'msg.at = Date.now();\nreturn msg;',
  }),
  line('n0000000000003', 'subflow:sub00000000001', ['n0000000000004'], { env: [] }),
  line('n0000000000004', 'mqtt out', [], { topic: 'line/1', broker: 'cfg00000000001' }),
  line('n0000000000005', 'link out', [], { mode: 'link', links: ['n0000000000011'] }),
  line('n0000000000006', 'catch', ['n0000000000007'], { scope: ['n0000000000002', 'n0000000000004'] }),
  line('n0000000000007', 'debug', [], { active: true, complete: 'error' }),
  press('n0000000000011', 'link in', ['n0000000000012'], { links: ['n0000000000005'] }),
  press('n0000000000012', 'switch', ['n0000000000013'], {
    property: 'payload',
    rules: [{ t: 'gt', v: '12', vt: 'num' }, { t: 'else' }],
    outputs: 2,
  }),
  press('n0000000000013', 'http request', ['n0000000000014'], {
    url: 'https://10.0.0.9/stop',
    tls: 'cfg00000000002',
  }),
  press('n0000000000014', 'status', ['n0000000000015'], { scope: ['n0000000000013'] }),
  press('n0000000000015', 'debug', [], { active: false }),
];

const EXAMPLES = join(
  dirname(
    createRequire(createRequire(import.meta.url).resolve('node-red')).resolve('@node-red/nodes/package.json'),
  ),
  'examples',
);

/** The editor's own example flows, each on its own tab. */
export function editorExamples(): SampleNode[][] {
  return globSync('**/*.json', { cwd: EXAMPLES })
    .sort()
    .map((name, number) => onOneTab(readFileSync(join(EXAMPLES, name), 'utf8'), number));
}

function onOneTab(text: string, number: number): SampleNode[] {
  const id = `example${String(number).padStart(7, '0')}`;
  const nodes = JSON.parse(text) as SampleNode[];
  const owners = new Set(nodes.map((node) => node.id));
  const place = (node: SampleNode): SampleNode =>
    node.x === undefined || owners.has(node.z ?? '') ? node : { ...node, z: id };
  return [tab(id, `Example ${number}`), ...nodes.map(place)];
}

/** As the editor writes it; a bigint is a number with many digits. */
export function textOf(nodes: readonly SampleNode[], indent: number): string {
  const marked = JSON.stringify(
    nodes,
    (_, value: unknown) => (typeof value === 'bigint' ? `bigint:${value}` : value),
    indent,
  );
  return marked.replaceAll(/"bigint:(\d+)"/g, '$1');
}
