/** @covers Sidebar: answers under the editor's own names only */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PLUGIN_NAME } from '../../emulators/stack/editor-plugin.ts';
import { packPlugin, removePacked } from './pack.ts';
import { type Stage, settingsWith, startStage } from './stage.ts';

const OLDEST_HERE = 'node-red-2';

afterAll(removePacked);

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function call(stage: Stage, path: string, body?: object, headers = {}): Promise<Answer> {
  const response = await fetch(`${stage.url}service-git/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

const idsOf = (flows: { id: string }[]): string[] => flows.map(({ id }) => id).sort();

/** The flows that the editor is running. */
const runningIn = async (stage: Stage): Promise<string[]> =>
  idsOf((await (await fetch(`${stage.url}flows`)).json()) as { id: string }[]);

const committedAt = async (stage: Stage, commit: string): Promise<string[]> =>
  idsOf(JSON.parse(await stage.git('show', `${commit}:flows.json`)));

describe.each(['node-red', OLDEST_HERE])(
  'The package of npm pack, installed into a fresh %s',
  (packageName) => {
    let stage: Stage;
    beforeAll(async () => {
      const settings = settingsWith("'sightline-git': { hosts: ['Editor.Factory.example'] },");
      stage = await startStage({ packageName, settings, install: installPacked });
    });
    afterAll(() => stage.close());

    test('answers project-info in the envelope, never from a cache', async () => {
      const { status, headers, body } = await call(stage, 'project-info');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(body).toMatchObject({
        success: true,
        operation: 'project-info',
        projectName: 'inspection-line',
      });
      expect(body).toMatchObject({ currentBranch: 'main', ahead: 1, behind: 0, isDetachedHead: false });
    });

    test('refuses another method, an unknown operation and a page of another site', async () => {
      const method = await call(stage, 'status');
      expect([method.status, method.headers.get('allow'), method.body.code]).toEqual([
        405,
        'POST',
        'method_not_allowed',
      ]);
      expect(await call(stage, 'nonsense', {})).toMatchObject({
        status: 404,
        body: { code: 'unknown_route' },
      });
      const foreign = await call(stage, 'push', {}, { 'Sec-Fetch-Site': 'cross-site' });
      expect(foreign).toMatchObject({ status: 403, body: { success: false, code: 'cross_site_request' } });
      expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('1');
    });

    test('answers under its own names and the configured one; a site that took its address reads and changes nothing', async () => {
      const { port } = new URL(stage.url);
      for (const name of ['localhost', '127.0.0.1', '[::1]', '192.0.2.1', 'editor.factory.example'])
        expect(await askAs(stage, `${name}:${port}`, 'project-info')).toMatchObject([200, { success: true }]);
      for (const name of ['rebound.example', 'localhost.rebound.example', '127.0.0.1.rebound.example', 'x'])
        for (const operation of ['project-info', 'push', 'watch'])
          expect(await askAs(stage, `${name}:${port}`, operation)).toMatchObject([
            403,
            { success: false, code: 'unknown_host', suggestion: expect.stringContaining('hosts') },
          ]);
      expect(await stage.git('rev-list', '--count', 'origin/main..main')).toBe('1');
    });

    test('says what blocks a checkout, and loads the flows of the old commit once nothing does', async () => {
      const [first] = (await stage.git('rev-list', '--reverse', 'main')).split('\n');
      const blocked = await call(stage, 'checkout', { commitRef: first });
      expect(blocked).toMatchObject({
        status: 409,
        body: { code: 'git_checkout_blocked', blockers: ['unpushed_commits'] },
      });
      expect((await call(stage, 'push', {})).body).toMatchObject({ success: true, branch: 'main' });
      const [newest, oldest] = [await committedAt(stage, 'main'), await committedAt(stage, first!)];
      expect(newest).not.toEqual(oldest);
      expect(await runningIn(stage)).toEqual(newest);
      const done = await call(stage, 'checkout', { commitRef: first });
      expect(done.body).toMatchObject({ success: true, ref: first, isDetachedHead: true });
      expect(done.body).not.toHaveProperty('reloadError');
      expect(await runningIn(stage)).toEqual(oldest);
      expect(await stage.git('status', '--porcelain')).toBe('');
    });

    test('a commit there makes a branch, and the flows follow the return to main', async () => {
      await promisify(execFile)('sh', ['-c', 'echo more >> README.md'], { cwd: stage.project });
      await call(stage, 'add', { stageAll: true });
      const { body } = await call(stage, 'commit', { message: 'From the past' });
      expect(body.createdBranch).toMatch(/^from-[0-9a-f]{7}$/);
      expect((await call(stage, 'push', {})).body).toMatchObject({ setUpstream: true });
      expect((await call(stage, 'return-to-latest', {})).body).toMatchObject({ branch: 'main' });
      expect(await runningIn(stage)).toEqual(await committedAt(stage, 'main'));
      expect(await stage.git('symbolic-ref', '--short', 'HEAD')).toBe('main');
    });
  },
);

/** `fetch` does not let a caller set the Host. */
function askAs({ url }: Stage, host: string, operation: string): Promise<[number | undefined, unknown]> {
  const method = operation === 'project-info' ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    request(`${url}service-git/${operation}`, { method, headers: { host } }, async (response) => {
      resolve([response.statusCode, await json(response)]);
    })
      .on('error', reject)
      .end();
  });
}

test('The package is under 400 KB', async () => {
  expect((await stat(await packPlugin())).size).toBeLessThan(400 * 1024);
});

async function installPacked(volume: string): Promise<void> {
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', volume, await packPlugin()];
  await promisify(execFile)('npm', args, { cwd: volume });
  expect((await stat(join(volume, 'node_modules', PLUGIN_NAME, 'dist', 'sightline-git.js'))).isFile()).toBe(
    true,
  );
}
