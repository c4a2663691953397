/**
 * Looks for known vulnerabilities in what is deployed where `npm audit` cannot: without the registry, by the advisories that
 * are kept in `deploy/audit/advisories.json`.
 *
 *   npm run audit
 *
 * Exit status 1 if one is high or critical.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { findAffected, isGrave, readStored } from './stored.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const USAGE = `npm run audit

Looks for known vulnerabilities in the packages that are deployed, by the advisories kept in deploy/audit/advisories.json. Where the
registry answers audits, "npm audit --omit=dev" knows more. Options: --help.`;

parseCommand('npm run audit', USAGE, { options: {} });
const { advisories, source, asOf } = readStored();
console.log(`By ${advisories.length} advisories (${source}, up to ${asOf}):`);
for (const folder of ['functions', '.']) {
  const found = findAffected(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8'), advisories);
  for (const { id, title, severity, version, ...each } of found)
    console.log(`  ${severity}: ${each.package} ${version}: ${title}, https://github.com/advisories/${id}`);
  console.log(`${folder}: ${found.length} known`);
  if (found.some(isGrave)) process.exitCode = 1;
}
