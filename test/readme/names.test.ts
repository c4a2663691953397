/** What the pages name is there: scripts, options, benches, files, headings. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HELP } from '../../emulators/stack/options.ts';
import { GIT_FAULTS } from '../../functions/src/git/git-fault.ts';
import { parameters } from '../../functions/src/parameters.ts';
import { allPages, ROOT, readPage } from './pages.ts';
import { readDocument } from './read-document.ts';

/** Blocks that a reader copies: `sh` ones are run by readme.test.ts. */
const LANGUAGES = ['sh', 'ts', 'js', 'json', 'yaml', 'python', 'html', 'text'];

const pages = await Promise.all(
  (await allPages()).map(async (name) => {
    const markdown = await readPage(name);
    return { name, markdown, ...readDocument(markdown) };
  }),
);
const { scripts } = JSON.parse(await readPage('package.json')) as { scripts: Record<string, string> };
const commandsOf = (page: (typeof pages)[number]) => [
  ...page.steps.map(({ command }) => command),
  ...page.spans,
];

test.each(pages)('each npm script of $name is in package.json', (page) => {
  const named = commandsOf(page).flatMap((command) => [...command.matchAll(/npm run (?:-s )?([\w:-]+)/g)]);
  for (const [, script] of named) expect(Object.keys(scripts)).toContain(script);
});

test.each(pages)('each option of npm start in $name is one that it has', (page) => {
  const starts = commandsOf(page).filter((command) => command.startsWith('npm start'));
  for (const [option] of starts.flatMap((command) => [...command.matchAll(/--[a-z][a-z-]+/g)]))
    expect(HELP).toContain(option);
});

test.each(pages)('each suite that a command of $name runs is there', (page) => {
  const named = commandsOf(page).flatMap((command) => [...command.matchAll(/ (test\/[\w/.-]+\.test\.ts)/g)]);
  for (const [, path] of named) expect(existsSync(join(ROOT, path as string))).toBe(true);
});

test('each bench that a page names is one', async () => {
  const lines = pages
    .flatMap(commandsOf)
    .flatMap((command) => /^npm run bench -- (.*)/.exec(command)?.[1] ?? []);
  // Behind the names come options, comments and placeholders.
  const named = lines.flatMap((line) => line.replace(/(--|[#<]).*/, '').match(/\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  const there = await benchNames();
  for (const name of named) expect(there).toContain(name);
});

/** It names them all when asked for one that it has not. */
const benchNames = (): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, 'test/bench/bench.ts'), 'none'], (_, __, complaint) =>
      resolve((/There are: (.*)\.\n/.exec(complaint)?.[1] ?? '').split(', ')),
    );
  });

test.each(pages)('$name has only blocks of known languages, and commands only as sh', ({ languages }) => {
  for (const language of languages) expect(LANGUAGES).toContain(language);
});

test.each(pages)('a shell can read each command of $name', ({ steps }) => {
  const commands = steps.filter(({ language }) => language === 'sh').map(({ command }) => command);
  const { stderr } = spawnSync('bash', ['-n'], { input: commands.join('\n'), encoding: 'utf8' });
  expect(stderr).toBe('');
});

test.each(pages)('each link of $name leads to a file, and its anchor to a heading', async (page) => {
  for (const [, target] of page.markdown.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    const [path = '', anchor] = target!.split('#') as [string, string?];
    const file = path === '' ? page.name : join(dirname(page.name), path);
    await expect(access(join(ROOT, file))).resolves.toBeUndefined();
    if (anchor !== undefined) expect(anchorsOf(await readFile(join(ROOT, file), 'utf8'))).toContain(anchor);
  }
});

/** As GitHub makes them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

test('the code that the README names for each section of the specification is there', async () => {
  const readme = await readPage('README.md');
  const [, table = ''] = /\| specification \| code \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(readme) ?? [];
  const named = [...table.matchAll(/`([\w./-]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(9);
  for (const path of named) await expect(access(join(ROOT, 'functions/src', path))).resolves.toBeUndefined();
});

test.each(['CONTRIBUTING.md', 'SECURITY.md'])('the files that %s names are there', async (name) => {
  const { spans } = readDocument(await readPage(name));
  const paths = spans.filter((span) => /^[\w.-]+(\/[\w.-]+)*(\.(ts|json|md|svg)|\/)$/.test(span));
  expect(paths.length).toBeGreaterThan(5);
  const places = ['', 'functions/src', 'functions/src/dataset', 'functions/src/git', 'test', 'test/unit'];
  places.push('test/emulator', 'test/faults', 'test/git', '.ci');
  const isThere = (path: string) => places.some((place) => existsSync(join(ROOT, place, path)));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('the README has a row for each parameter, with its default', async () => {
  const readme = await readPage('README.md');
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\|/gm)].map(([, name, value]) => [
    name,
    value ?? '',
  ]);
  const declared = parameters.map(({ name, options }) => [name, String(options.default)]);
  expect(rows).toEqual(declared);
});

test('docs/git-control.md has every code of the git operations, with its status and sentence', async () => {
  const page = await readPage('docs/git-control.md');
  const rows = [...page.matchAll(/^\| `(git_\w+)` \| (\d{3}) \| (.*) \|$/gm)];
  const printed = rows.map(([, code, status, sentence]) => [code, { status: Number(status), sentence }]);
  const inCode = Object.entries(GIT_FAULTS).map(([code, { status, sentence }]) => [
    code,
    { status, sentence },
  ]);
  expect(printed).toEqual(inCode);
});

test('the costs of the README are about those of docs/scale.md', async () => {
  const [readme, scale] = await Promise.all([readPage('README.md'), readPage('docs/scale.md')]);
  const dollars = (page: string, row: RegExp) =>
    [...(row.exec(page)?.[1] ?? '').matchAll(/\$([\d,]+)/g)].map(([, text]) =>
      Number(text!.replaceAll(',', '')),
    );
  const printed = dollars(readme, /^\| everything but keeping the images(.*)$/m);
  const written = dollars(scale, /^\| \*\*together\*\*(.*)$/m);
  expect(printed).toHaveLength(3);
  for (const [index, each] of written.entries())
    expect(Math.abs(printed[index]! / each - 1)).toBeLessThan(0.2);
});

test('each test that test/SPEC_COVERAGE.md names is there', async () => {
  const named = [...(await readPage('test/SPEC_COVERAGE.md')).matchAll(/`([\w/*.-]+\.test\.ts)`/g)];
  expect(named.length).toBeGreaterThan(50);
  const absent = named.filter(([, path]) => globSync(join(ROOT, 'test', path!)).length === 0);
  expect(absent.map(([, path]) => path)).toEqual([]);
});
