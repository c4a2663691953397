/**
 * The login that a person types for a remote goes to the server that asked for it, and to no other.
 * @covers The sidebar: a typed login goes only to the server that asked for it
 */
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Red } from '../../editor-plugin/src/runtime/red.ts';
import { serveLogin } from '../../editor-plugin/src/runtime/serve-login.ts';
import { serveOperation } from '../../editor-plugin/src/runtime/serve-operation.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { faultOf } from '../git/fault-of.ts';
import { git, newFolder, removeFolders, write } from '../git/native.ts';

/** Asks for a login whatever is sent; the user `reader` may not push. */
interface Asker {
  server: Server;
  origin: string;
  /** The logins that it was sent, without repetitions. */
  seen: Set<string>;
}

let userDir: string;
let project: string;
let red: Red;
let [home, mirror]: Asker[] = [];

async function startAsker(): Promise<Asker> {
  const seen = new Set<string>();
  const server = createServer(({ headers: { authorization = '' } }, response) => {
    const login = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
    if (login !== '') seen.add(login);
    if (login.startsWith('reader:')) response.writeHead(403).end();
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

beforeAll(async () => {
  [home, mirror] = await Promise.all([startAsker(), startAsker()]);
  userDir = newFolder();
  project = join(userDir, 'projects', 'line');
  mkdirSync(project, { recursive: true });
  git(project, 'init', '-q', '-b', 'main');
  write(project, 'flows.json', '[]');
  git(project, 'add', '--all');
  git(project, '-c', 'user.name=Ada', '-c', 'user.email=ada@sightline.test', 'commit', '-q', '-m', 'first');
  red = {
    version: '5.0.0',
    settings: {
      userDir,
      editorTheme: { projects: { enabled: true } },
      get: () => ({ activeProject: 'line' }),
    },
  } as unknown as Red;
});

afterAll(() => {
  for (const { server } of [home, mirror] as Asker[]) server.close();
  removeFolders();
});

beforeEach(() => {
  home?.seen.clear();
  mirror?.seen.clear();
  for (const key of git(project, 'config', '--local', '--list', '--name-only').split('\n'))
    if (/^remote\.|^core\.sshcommand/.test(key)) git(project, 'config', '--unset-all', key);
});

const call = (name: string, body: object = {}): Promise<object> => {
  const route = name === 'login' ? serveLogin(red) : serveOperation(red, requireOperation(name));
  return route({ method: 'POST', headers: {}, params: {}, body });
};

async function askedBy(name: string): Promise<unknown> {
  const { code, extra } = await faultOf(call(name));
  expect(code).toBe('git_auth_failed');
  return extra.asking;
}

test('The failure names the server that asked, and only that one gets the login, though fetch and push differ', async () => {
  const [{ origin: from }, { origin: to }] = [home, mirror] as [Asker, Asker];
  git(project, 'config', 'remote.origin.url', `${from}/line.git`);
  git(project, 'config', 'remote.origin.pushurl', `${to}/line.git`);
  const asking = { remote: 'origin', origin: from };
  expect(await askedBy('fetch')).toEqual(asking);
  await call('login', { username: 'ada', password: 'of home', ...asking });
  expect(await askedBy('push')).toEqual({ remote: 'origin', origin: to });
  expect(await askedBy('pull')).toEqual(asking);
  expect([...(home?.seen ?? [])]).toEqual(['ada:of home']);
  expect([...(mirror?.seen ?? [])]).toEqual([]);
  await call('login', { username: 'ada', password: 'of mirror', remote: 'origin', origin: to });
  await askedBy('push');
  await askedBy('fetch');
  expect([...(home?.seen ?? [])]).toEqual(['ada:of home']);
  expect([...(mirror?.seen ?? [])]).toEqual(['ada:of mirror']);
});

test('The login of a fetch serves a push to the same server', async () => {
  const { origin } = home as Asker;
  git(project, 'config', 'remote.origin.url', `${origin}/one.git`);
  git(project, 'config', 'remote.origin.pushurl', `${origin}/writable/one.git`);
  await call('login', { username: 'ada', password: 'both', remote: 'origin', origin });
  await askedBy('push');
  expect([...(home?.seen ?? [])]).toEqual(['ada:both']);
});

test('A push that is denied with the login that was typed asks for another one', async () => {
  const { origin } = home as Asker;
  git(project, 'config', 'remote.origin.url', `${origin}/line.git`);
  const asking = { remote: 'origin', origin };
  await call('login', { username: 'reader', password: 'one', ...asking });
  expect(await faultOf(call('push'))).toMatchObject({ code: 'git_push_denied', extra: { asking } });
  await call('login', { username: 'ada', password: 'two', ...asking });
  await askedBy('push');
  expect([...(home?.seen ?? [])]).toEqual(['reader:one', 'ada:two']);
});

test('A remote that was changed while the person was typing gets nothing', async () => {
  git(project, 'config', 'remote.origin.url', `${mirror?.origin}/two.git`);
  await call('login', { username: 'ada', password: 'of home', remote: 'origin', origin: home?.origin });
  await askedBy('fetch');
  expect([...(mirror?.seen ?? [])]).toEqual([]);
});

test('Nobody is asked for a login that git would not use: over ssh, or beside the password of the address', async () => {
  git(project, 'config', 'remote.origin.url', 'git@server.test:line.git');
  git(
    project,
    'config',
    'core.sshCommand',
    'echo "git@server: Permission denied (publickey)." >&2; exit 255;',
  );
  expect(await askedBy('fetch')).toBeUndefined();
  git(project, 'config', 'remote.origin.url', `${home?.origin}/line.git`.replace('//', '//ada:old@'));
  expect(await askedBy('fetch')).toBeUndefined();
});
