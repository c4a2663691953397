/** Patterns of `.gitignore` and `.gitattributes`: by regular expression where that is safe, else walked; both the same. */
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { requireOperation } from '../../functions/src/git/operations/operations.ts';
import { openRepository } from '../../functions/src/git/repository.ts';
import { compileGlob } from '../../functions/src/git/worktree/glob.ts';
import { plain } from './fixtures.ts';
import { git, removeFolders, write } from './native.ts';

afterAll(removeFolders);

const piece = fc.constantFrom(
  'a',
  'b',
  '/',
  '*',
  '**/',
  '/**',
  '?',
  '[a]',
  '[!a]',
  '[a-b]',
  '\\*',
  '.',
  '**',
);
const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '.'), maxLength: 12 });

test('the walk says what the regular expression says', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), fc.boolean(), path, (pieces, isAnchored, bytes) => {
      const pattern = pieces.join('');
      const quick = compileGlob(pattern, isAnchored, Number.POSITIVE_INFINITY);
      const walked = compileGlob(pattern, isAnchored, -1);
      expect(walked instanceof RegExp).toBe(false);
      expect(walked?.test(bytes)).toBe(quick?.test(bytes));
    }),
    { numRuns: 20_000 },
  );
});

/** A regular expression would try each of them for years. */
test('patterns made to take for ever take no time', async () => {
  const folder = plain();
  const rules = [
    `${'**/'.repeat(300)}nothing`,
    `${'a/**/'.repeat(300)}nothing`,
    `${'*a'.repeat(300)}b`,
    `a${' '.repeat(500_000)}b`,
    `[${'a'.repeat(500_000)}`,
    `${'['.repeat(3000)}`,
    `"${'\\\\'.repeat(100_000)}`,
  ].join('\n');
  write(folder, '.gitignore', rules);
  write(folder, '.gitattributes', rules.replaceAll('nothing', 'nothing text'));
  const deep = `${'a/'.repeat(200)}${'a'.repeat(200)}`;
  write(folder, deep, 'x');
  const { status } = (await requireOperation('status').run(openRepository(folder), {})) as {
    status: { not_added: string[] };
  };
  expect(status.not_added).toContain(deep);
  await requireOperation('add').run(openRepository(folder), { files: [deep] });
  expect(git(folder, 'ls-files')).toContain(deep);
});
