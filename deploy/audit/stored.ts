/** Advisories that are kept with the project, for machines whose registry does not answer audits, and what they say of a lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { satisfies } from 'semver';

export type Severity = 'low' | 'moderate' | 'high' | 'critical';

export interface Advisory {
  /** In the GitHub Advisory Database: `https://github.com/advisories/<id>`. */
  id: string;
  package: string;
  severity: Severity;
  /** Versions, as semver ranges. */
  affected: string;
  title: string;
}

export interface Stored {
  source: string;
  /** The last day that the list covers: what was published later is not in it. */
  asOf: string;
  advisories: readonly Advisory[];
}

export interface Finding extends Advisory {
  /** In the lock file, for example `node_modules/qs`. */
  path: string;
  version: string;
}

interface Entry {
  version?: string;
  dev?: boolean;
}

export const readStored = (): Stored =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'advisories.json'), 'utf8')) as Stored;

/** Installed packages without those of development, by their place. */
function deployedPackages(lock: string): Map<string, string> {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Entry> };
  const installed = Object.entries(packages).filter(
    ([path, { dev }]) => path.includes('node_modules/') && !dev,
  );
  return new Map(installed.map(([path, { version = '' }]) => [path, version]));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** What the advisories say of the packages that a lock file deploys. */
export function findAffected(lock: string, advisories: readonly Advisory[]): Finding[] {
  return [...deployedPackages(lock)].flatMap(([path, version]) =>
    advisories
      .filter((each) => each.package === nameOf(path) && isIn(version, each.affected))
      .map((each) => ({ ...each, path, version })),
  );
}

const isIn = (version: string, range: string): boolean =>
  satisfies(version, range, { includePrerelease: true });

export const isGrave = ({ severity }: { severity: Severity }): boolean =>
  severity === 'high' || severity === 'critical';
