/** The result of a run of the fault matrix as a table: a row for each fault, a column for each group of routes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FUNCTIONS } from '../../tools/openapi/functions.ts';
import type { Dependency, Fault, Usual } from './matrix-cells.ts';

export interface Outcome extends Usual {
  route: string;
  retryAfter: string | null;
  /** The editor was not notified of a change. */
  isUntold: boolean;
  ms: number;
}

const GROUPS = FUNCTIONS.map(({ table }) => table.prefix);

const rows: string[] = [];

/** @param back milliseconds after the fault until all routes answered correctly */
export function note(dependency: Dependency, fault: Fault, outcomes: readonly Outcome[], back: number): void {
  const cells = GROUPS.map((group) => cellOf(outcomes.filter(({ route }) => route.startsWith(`${group} `))));
  rows.push(`| ${dependency} | ${fault} | ${cells.join(' | ')} | ${seconds(back)} |`);
  keepTable();
}

/** Each status, with its routes if they differ, and the longest time. */
function cellOf(outcomes: readonly Outcome[]): string {
  const by = new Map<string, string[]>();
  for (const { route, status, isUntold } of outcomes) {
    const key = isUntold ? `${status} with reloadError` : String(status);
    by.set(key, [...(by.get(key) ?? []), route.slice(route.indexOf(' ') + 1)]);
  }
  const kinds = [...by].sort(([, a], [, b]) => b.length - a.length);
  const text = kinds.map(([kind, routes], index) => (index === 0 ? kind : `${routes.join(', ')} ${kind}`));
  return `${text.join('; ')} in ${seconds(Math.max(...outcomes.map(({ ms }) => ms)))}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export const tableText = (): string =>
  `| dependency | fault | ${GROUPS.join(' | ')} | all well after |\n|${' --- |'.repeat(GROUPS.length + 3)}\n${rows.join('\n')}\n`;

function keepTable(): void {
  const folder = resolve(import.meta.dirname, '../../test-artifacts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, 'faults.md'), tableText());
}
