/**
 * Which pages may read files of the bucket by links, and call the functions.
 * @covers Contract 9, 12 pages read links of the bucket: the project's Hosting origins and CORS_ORIGINS, reading only; hook, doctor, local Storage
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { missingCors } from '../../deploy/bucket-cors.ts';
import { corsRule } from '../../emulators/storage/cors-rule.ts';
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { recordGcloud } from '../support/gcloud.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = ['https://a-project.web.app', 'https://a-project.firebaseapp.com'];
const other = { origin: ['*'], method: ['PUT'], responseHeader: ['Content-Type'], maxAgeSeconds: 60 };
const missing = (standing?: ReturnType<typeof corsRule>[], CORS_ORIGINS = '') =>
  missingCors({ ...(standing && { cors_config: standing }) }, 'a-project', { CORS_ORIGINS });

test("the project's own Hosting origins, and those of CORS_ORIGINS, each once; never any other", () => {
  expect(allowedOrigins('a-project')).toEqual(OWN);
  const listed = `https://a.example, *, not-an-origin, https://a.example,https://b.example/path, ${OWN[0]}`;
  expect(allowedOrigins('a-project', listed)).toEqual([...OWN, 'https://a.example']);
  expect(allowedOrigins('demo-sightline')).toEqual([]);
  expect(allowedOrigins('')).toEqual([]);
});

test('pages may read and nothing else', () => {
  expect(corsRule(OWN)).toMatchObject({ origin: OWN, method: ['GET', 'HEAD'] });
});

test('the rule is added beside others, once, and follows CORS_ORIGINS', () => {
  const ours = corsRule(OWN);
  expect(missing()).toEqual([ours]);
  expect(missing([other])).toEqual([other, ours]);
  expect(missing([ours, other])).toBeNull();
  expect(missing([ours, other], 'https://a.example')).toEqual([
    other,
    corsRule([...OWN, 'https://a.example']),
  ]);
  expect(missing([corsRule([...OWN, 'https://left.example']), other])).toEqual([other, ours]);
  expect(missing([ours, corsRule(['https://left.example'])])).toEqual([ours]);
});

test('the dry run prints the command and the rules', async () => {
  const gcloud = await recordGcloud();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: gcloud.path,
    STORAGE_BUCKET: 'frames',
    CORS_ORIGINS: 'https://a.example',
  };
  const args = [resolve(ROOT, 'deploy/bucket-cors.ts'), '--dry-run', '--project=a-project'];
  const [command, ...rules] = execFileSync(process.execPath, args, { env, encoding: 'utf8' }).split('\n');
  expect(command).toBe('gcloud storage buckets update gs://frames --cors-file=bucket-cors.json');
  expect(JSON.parse(rules.join(''))).toEqual([corsRule([...OWN, 'https://a.example'])]);
  await gcloud.remove();
});
