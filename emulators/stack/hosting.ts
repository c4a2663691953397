/**
 * Hosting of the local stack (Contract 12): serves the site that `npm run build:site` makes, with Hosting's own server and
 * the configuration of firebase.json, and with what a deployment's Hosting knows about the project.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import engine from 'superstatic';
import readFiles from 'superstatic/lib/providers/fs.js';
import { startLocalServer } from '../http/local-server.ts';
import { emailOf, PASSWORD, USERS } from '../sample/names.ts';
import { serveDocs } from './docs-page.ts';
import { bucketOf, databaseNamespace, PROJECT_ID } from './environment.ts';
import { HOST, type StackPorts } from './ports.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface HostingOptions {
  ports: StackPorts;
  /** Base address of the functions. */
  baseUrl: string;
  /** Offers the sample users for signing in. */
  hasSamplePeople: boolean;
  /** Whether the functions have an embedder of their own. */
  hasEmbedder?: boolean;
  /** Opens what serves the pages instead of the built ones: `npm run dev`. */
  site?: ((server: Server) => Promise<SiteHandler>) | undefined;
}

export interface RunningHosting {
  port: number;
  close(): Promise<void>;
}

interface SiteFile {
  stream: Readable;
}
/** `null` if there is no such file. */
type SiteFiles = (request: IncomingMessage, path: string) => Promise<SiteFile | null>;
export type SiteHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export async function startHosting(options: HostingOptions): Promise<RunningHosting> {
  const config = await localConfig(options);
  // Its types do not know `provider`.
  const how = { cwd: ROOT, config, provider: siteFiles(ROOT, config.public), compression: true };
  let files = engine.default(how) as SiteHandler;
  const answers = new Map([
    ['/__/firebase/init.json', initJson(options)],
    ['/site.json', siteJson(options)],
  ]);
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const json = answers.get((request.url ?? '').split('?', 1)[0] ?? '');
    if (json) sendJson(response, json);
    else if (!options.site || !serveDocs(request, response))
      files(request, response, () => response.writeHead(404).end());
  };
  const started = await startLocalServer({ name: 'Hosting', port: options.ports.hosting, handle });
  if (options.site) files = await options.site(started.server);
  return started;
}

/**
 * Files of the site. During a rebuild a file may be deleted after it was found and before it is opened: that ends the
 * connection of the caller, not the process.
 * @param folder of the site, below `root`
 */
export function siteFiles(root: string, folder: string): SiteFiles {
  const makeReader = readFiles as unknown as (options: object) => SiteFiles;
  const read = makeReader({ cwd: root, public: folder });
  return async (request, path) => {
    const file = await read(request, path);
    file?.stream.on('error', () => request.socket.destroy());
    return file;
  };
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

interface HostingConfig {
  public: string;
  headers: { source: string; headers: { key: string; value: string }[] }[];
}

/** As in firebase.json, but the page may also connect to the local servers. */
async function localConfig({ ports }: HostingOptions): Promise<HostingConfig> {
  const { hosting } = JSON.parse(await readFile(join(ROOT, 'firebase.json'), 'utf8')) as {
    hosting: HostingConfig;
  };
  const origins = Object.values(ports).map((port) => `http://${HOST}:${port}`);
  const local = [...origins, `ws://${HOST}:${ports.database}`].join(' ');
  const widened = (value: string) => value.replace(/(connect-src|img-src) 'self'/g, `$1 'self' ${local}`);
  const headers = hosting.headers.map(({ source, headers: each }) => ({
    source,
    headers: each.map(({ key, value }) => ({
      key,
      value: key === 'Content-Security-Policy' ? widened(value) : value,
    })),
  }));
  return { ...hosting, headers };
}

/** Configuration of the web SDK. */
function initJson({ ports }: HostingOptions): object {
  return {
    projectId: PROJECT_ID,
    appId: '1:1:web:1',
    apiKey: 'local',
    authDomain: `${HOST}:${ports.hosting}`,
    databaseURL: `http://${HOST}:${ports.database}?ns=${databaseNamespace()}`,
    storageBucket: bucketOf(),
  };
}

/** In a deployment it has the region, the sign-in providers and whether there is an embedder (`web/write-site.ts`). */
function siteJson({ ports, baseUrl, hasSamplePeople, hasEmbedder = false }: HostingOptions): object {
  const people = USERS.filter(({ claims }) => claims.permissions === undefined).map(({ uid }) => ({
    name: uid,
    email: emailOf(uid),
    password: PASSWORD,
  }));
  return {
    baseUrl,
    local: {
      auth: `${HOST}:${ports.auth}`,
      firestore: `${HOST}:${ports.firestore}`,
      database: `${HOST}:${ports.database}`,
    },
    people: hasSamplePeople ? people : [],
    hasEmbedder,
  };
}
