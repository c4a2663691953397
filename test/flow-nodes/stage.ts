/** A stack that checks keys, a line to it that can be cut, and a real Node-RED with the nodes. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningEditor, startEditor } from '../../emulators/stack/editor.ts';
import { freePort } from '../../emulators/stack/ports.ts';
import { installBuiltNodes } from '../editor/built-plugin.ts';
import { settingsWith } from '../editor/stage.ts';
import { deviceKey } from '../support/device-key.ts';
import { furnish } from '../support/factory.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { type Seen, testFlow } from './test-flow.ts';

export interface Line {
  stack: TestStack;
  front: LossyFront;
  /** Of line-1. */
  key: string;
  /** `lossy`: one answer in ten is lost after the service has done its work. */
  is: 'up' | 'down' | 'lossy';
  close(): Promise<void>;
}

export async function openLine(env: Record<string, string> = {}): Promise<Line> {
  const stack = await startTestStack({
    functions: ['monitor', 'dataset', 'counters'],
    env: { ACCESS: 'required', ...env },
  });
  await furnish(stack);
  const front = await startLossyFront(() => stack.baseUrl);
  const { stdout } = await deviceKey(stack, 'create', '--monitor', 'line-1');
  const key = stdout.split('\n')[0] as string;
  const line: Line = {
    ...{ stack, front, key, is: 'up' },
    close: async () => {
      await front.close();
      await stack.close();
    },
  };
  let count = 0;
  front.faults.take = () => {
    if (line.is === 'down') return { path: '', reset: 'before' };
    return line.is === 'lossy' && ++count % 10 === 0 ? { path: '', reset: 'after' } : undefined;
  };
  return line;
}

export interface NodeRed {
  url: string;
  userDirectory: string;
  output(): string;
  /** @returns status and JSON of the answer; undefined without one */
  post(path: string, body?: Uint8Array): Promise<{ status: number; body: unknown } | undefined>;
  seen(): Promise<Seen>;
  deploy(flow: object[]): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Again in the same user directory, on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startNodeRed(packageName: string, line?: Line): Promise<NodeRed> {
  const userDirectory = await mkdtemp(join(tmpdir(), 'sightline-flows-'));
  await mkdir(join(userDirectory, 'node_modules'));
  await writeFile(join(userDirectory, 'settings.js'), settingsWith("credentialSecret: 'test',", ''));
  await writeFile(join(userDirectory, 'package.json'), '{"name":"node-red-project","private":true}\n');
  await installBuiltNodes(userDirectory);
  const port = await freePort();
  let log = '';
  let editor: RunningEditor;
  const start = async () => {
    const onLine = (text: string) => {
      log += `${text}\n`;
    };
    editor = await startEditor({ port, userDirectory, packageName, onLine });
  };
  await start();
  const url = `http://127.0.0.1:${port}`;
  const red: NodeRed = {
    ...{ url, userDirectory, start, output: () => log },
    post: (path, body) => post(`${url}${path}`, body),
    seen: async () => (await (await fetch(`${url}/seen`)).json()) as Seen,
    deploy: (flow) => deploy(url, flow),
    kill: () => editor.kill(),
    close: async () => {
      await editor.close();
      await rm(userDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  if (line) await red.deploy(testFlow({ address: line.front.baseUrl, key: line.key }));
  return red;
}

/** Milliseconds. Node-RED 2.2 never answers a request that comes while it starts the nodes behind `http in`. */
const PATIENCE = 10_000;

async function post(url: string, body?: Uint8Array): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      signal: AbortSignal.timeout(PATIENCE),
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  } catch {
    return undefined;
  }
}

async function deploy(url: string, flow: object[]): Promise<void> {
  const response = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'Node-RED-API-Version': 'v2' },
    body: JSON.stringify({ flows: flow }),
  });
  if (!response.ok) throw new Error(`Not deployed: ${response.status} ${await response.text()}`);
}
