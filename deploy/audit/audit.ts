/**
 * Looks for known vulnerabilities in what is deployed: the packages of `functions/` and of the root, without those of
 * development. Asks the registry, and where that does not answer, the advisories kept in `deploy/audit/advisories.json`.
 *
 *   npm run audit
 *
 * Exit status 1 if one is high or critical.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { findAffected, isGrave, readStored, type Severity, type Stored } from './stored.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const USAGE = `npm run audit

Looks for known vulnerabilities in the packages that are deployed. Asks the registry; where that does not answer audits, uses the
advisories kept in deploy/audit/advisories.json. Options: --help.`;

export interface Known {
  severity: Severity;
  /** A sentence with package, version or range, and the advisory's address. */
  line: string;
}

export interface Verdict {
  /** Who was asked. */
  by: string;
  known: Known[];
}

/** As `npm audit --json` reports it. */
interface Report {
  auditReportVersion?: number;
  vulnerabilities?: Record<
    string,
    { name: string; severity: Severity; range: string; via: (string | Via)[] }
  >;
  message?: string;
}

interface Via {
  title: string;
  url: string;
}

/** @param report what `npm audit --json` printed */
export function verdictOf(report: string, lock: string, stored: Stored): Verdict {
  const said = parsed(report);
  if (said.auditReportVersion !== undefined) return { by: 'npm audit', known: knownOf(said) };
  const by = `${stored.advisories.length} stored advisories (${stored.source}, up to ${stored.asOf}), because the registry gave no report: ${said.message || 'nothing'}`;
  const known = findAffected(lock, stored.advisories).map(({ severity, id, version, title, ...each }) => ({
    severity,
    line: `${each.package} ${version}: ${title}, https://github.com/advisories/${id}`,
  }));
  return { by, known };
}

function parsed(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return { message: text.trim().split('\n')[0] ?? '' };
  }
}

const knownOf = ({ vulnerabilities = {} }: Report): Known[] =>
  Object.values(vulnerabilities).map(({ name, severity, range, via }) => {
    const reasons = via.map((each) =>
      typeof each === 'string' ? `via ${each}` : `${each.title}, ${each.url}`,
    );
    return { severity, line: `${name} ${range}: ${reasons.join('; ')}` };
  });

/** @returns whether nothing high or critical is known */
function audit(folder: string): boolean {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: join(ROOT, folder),
    encoding: 'utf8',
  });
  const lock = readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8');
  const { by, known } = verdictOf(stdout, lock, readStored());
  console.log(`${folder === '' ? 'root' : folder}: by ${by}`);
  for (const { severity, line } of known) console.log(`  ${severity}: ${line}`);
  const grave = known.filter(isGrave);
  console.log(`  ${grave.length} high or critical, ${known.length - grave.length} others`);
  return grave.length === 0;
}

if (import.meta.main) {
  parseCommand('npm run audit', USAGE, { options: {} });
  if (!['functions', ''].map(audit).every(Boolean)) process.exitCode = 1;
}
