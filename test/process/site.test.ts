/**
 * `npm run site`: every page is on the site, and each link inside it leads somewhere.
 * @covers The site of the pages: each page, no dead link
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { LONG_TEST } from '../support/limits.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SITE = join(ROOT, '.site');

let pages: Map<string, string>;
beforeAll(async () => {
  const { NODE_OPTIONS: _, GITHUB_REPOSITORY: __, ...env } = process.env;
  await promisify(execFile)('npm', ['run', '-s', 'site'], { cwd: ROOT, env });
  const names = (await readdir(SITE, { recursive: true })).filter((name) => name.endsWith('.html'));
  pages = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(SITE, name), 'utf8')] as const)),
  );
}, LONG_TEST);

const idsOf = (html: string): Set<string> =>
  new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => decodeURIComponent(id as string)));

test('it has every page of docs/, and the pages that they lead to', async () => {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const wanted = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const others = ['README.md', 'CONTRIBUTING.md', 'client/README.md', 'python/README.md', 'CHANGELOG.md'];
  const placeOf = (name: string) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html');
  expect([...wanted, ...others].map(placeOf).filter((name) => !pages.has(name))).toEqual([]);
});

test('no link inside it is dead, and each anchor is a heading', () => {
  const dead: string[] = [];
  for (const [name, html] of pages) {
    if (name === '404.html') continue;
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [path = '', anchor = ''] = decodeURI(href).split('#');
      const place = path.startsWith('/') ? path.slice(1) : join(dirname(name), path);
      const target = path === '' ? name : place === '' || place.endsWith('/') ? `${place}index.html` : place;
      const there = pages.get(target);
      const isThere = there === undefined ? existsSync(join(SITE, target)) : true;
      if (!isThere || (anchor !== '' && there !== undefined && !idsOf(there).has(anchor)))
        dead.push(`${name}: ${href}`);
    }
  }
  expect(dead).toEqual([]);
});

test('its sidebar is the index of docs/, and its pictures are there', () => {
  const page = pages.get('docs/start/first-dataset.html') ?? '';
  for (const part of ['Start', 'Label', 'Train', 'Operate', 'Internals'])
    expect(page).toContain(`>${part}</h2>`);
  for (const [name, html] of pages)
    for (const [, src = ''] of html.matchAll(/<img [^>]*?src="(?!data:)([^"]*)"/g))
      expect([name, src, existsSync(join(SITE, src))]).toEqual([name, src, true]);
});
