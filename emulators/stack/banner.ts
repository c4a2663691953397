import { readVersion } from '../../functions/bundle/read-version.ts';
import { HOST, type StackPorts } from './ports.ts';
import { SERVERS } from './require-ports.ts';
import type { Stack } from './stack.ts';

/** What the user sees when the stack is ready: all addresses, and three calls to try. */
export function banner({ baseUrl, ports, functions, database, volume }: Stack, seconds: number): string {
  const { functions: _, hosting, ...others } = ports;
  const rows = [
    ['Console', `http://${HOST}:${hosting}/`] as const,
    ...functions.map((name) => [name, `${baseUrl}/${name}`] as const),
    ...Object.entries(others).map(([name, port]) => [label(name), `http://${HOST}:${port}`] as const),
    ['Editor volume', volume] as const,
    ['API page', `http://${HOST}:${hosting}/docs/`] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, address]) => `  ${name.padEnd(width)}  ${address}`);
  const monitor = `${baseUrl}/monitor/line-1`;
  const live = `http://${HOST}:${ports.database}/monitor/line-1.json?ns=${database}`;
  return [
    `\nSightline ${readVersion()}. Ready in ${seconds.toFixed(1)} s. Ctrl-C stops everything.\n`,
    ...table,
    '\nTry:\n',
    `  curl '${monitor}/start'`,
    `  curl -H 'Authorization: Bearer owner' '${live}'`,
    `  curl '${monitor}/stop'`,
    '\nA camera: npm run camera -- --monitor line-1 --dataset bolts --fps 5 --count 200\n',
  ].join('\n');
}

const label = (name: string): string => SERVERS[name as keyof StackPorts];
