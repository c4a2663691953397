/**
 * Writes test/SPEC_COVERAGE.md from the tests (`npm run spec-coverage`): a line `@covers RULE` in the first comment of a test file
 * says which rule it is a test of. Several files may cover one rule.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = `<!-- Written by \`npm run spec-coverage\` from the lines \`@covers\` of the tests: change those, not this. -->

# Which test covers which rule

On the left is a rule of the specification (Spec) or the contract (Contract), on the right its tests, as paths below \`test/\`.

| rule | test |
|---|---|
`;

/** The page as the tests in `folder` say it. @throws Error a file covers no rule */
export function coverageOf(folder: string): string {
  const rules = new Map<string, string[]>();
  for (const path of globSync('**/*.test.ts', { cwd: folder }).sort()) {
    const [comment = ''] = /^\/\*\*.*?\*\//s.exec(readFileSync(join(folder, path), 'utf8')) ?? [];
    const covered = [...comment.matchAll(/@covers (.+?)(?: \*\/)?$/gm)].map(([, rule]) => rule as string);
    if (covered.length === 0) throw new Error(`test/${path} has no line @covers`);
    for (const rule of covered) rules.set(rule, [...(rules.get(rule) ?? []), `\`${path}\``]);
  }
  const rows = [...rules].sort(([a], [b]) => orderOf(a).localeCompare(orderOf(b), 'en', { numeric: true }));
  return HEAD + rows.map(([rule, paths]) => `| ${rule} | ${paths.join(', ')} |\n`).join('');
}

/** The specification's rules first, then the contract's, then others. */
const orderOf = (rule: string): string =>
  `${['Spec', 'Contract'].findIndex((law) => rule.startsWith(law)) + 1 || 3} ${rule}`;

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, 'SPEC_COVERAGE.md'), coverageOf(import.meta.dirname));
