import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The version of this release, from the package.json at the top: functions, console, launcher and openapi.yaml show it. */
export function readVersion(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
