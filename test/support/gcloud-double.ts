/** Fake Google endpoints for the real gcloud: a loopback proxy, because gcloud puts a region before host names. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const SERVICES = [
  'RUN',
  'MONITORING',
  'LOGGING',
  'IAM',
  'SECRETMANAGER',
  'ARTIFACTREGISTRY',
  'FIRESTORE',
  'STORAGE',
  'CLOUDFUNCTIONS',
  'CLOUDTASKS',
  'SERVICEUSAGE',
  'CLOUDRESOURCEMANAGER',
];

/** Answer of one request, or undefined for 404. */
export type Answering = (line: string, body: string) => unknown;

export interface GcloudDouble {
  /** Environment of gcloud: no account, no configuration, no other address. */
  env: Record<string, string>;
  /** `PUT http://...`, with the body. */
  asked: { line: string; body: string }[];
  close(): Promise<void>;
}

export async function startGcloudDouble(answer: Answering): Promise<GcloudDouble> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-real-gcloud-'));
  const token = join(folder, 'token');
  await writeFile(token, 'a-token');
  const asked: GcloudDouble['asked'] = [];
  const server = createServer(async (request, response) => {
    const line = `${request.method} ${decodeURIComponent(request.url ?? '')}`;
    const body = await text(request);
    asked.push({ line, body });
    const json = answer(line, body);
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json ?? { error: { code: 404, status: 'NOT_FOUND', message: line } }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const overrides = SERVICES.map((name) => [
    `CLOUDSDK_API_ENDPOINT_OVERRIDES_${name}`,
    `http://${name.toLowerCase()}.double/`,
  ]);
  const env = {
    ...Object.fromEntries(overrides),
    CLOUDSDK_CONFIG: join(folder, 'config'),
    CLOUDSDK_AUTH_ACCESS_TOKEN_FILE: token,
    CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
    CLOUDSDK_COMPONENT_MANAGER_DISABLE_UPDATE_CHECK: 'true',
    CLOUDSDK_PROXY_TYPE: 'http',
    CLOUDSDK_PROXY_ADDRESS: '127.0.0.1',
    CLOUDSDK_PROXY_PORT: String((server.address() as AddressInfo).port),
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await rm(folder, { recursive: true, force: true });
  };
  return { env, asked, close };
}
