/**
 * The log lines that deploy/monitoring uses are those that the functions write, and each policy has a page in the runbook.
 * @covers Log fields, alert policies, dashboard, runbook
 * @covers Which log lines are stored
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askHealth } from '../../deploy/health.ts';
import { commandsFor, type Standing } from '../../deploy/monitoring/apply.ts';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { call, eventually, upload } from '../support/factory.ts';
import {
  entryOf,
  fieldsOf,
  type LogEntry,
  matches,
  platformEntryOf,
  storedShare,
  valueAt,
} from '../support/logging-filter.ts';
import { openStage, type Stage } from './image-stage.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, 'deploy/monitoring');
const SOURCES = resolve(ROOT, 'functions/src');

interface Metric {
  filter: string;
  metricDescriptor: { labels: { key: string }[] };
  labelExtractors: Record<string, string>;
  valueExtractor?: string;
}

interface Policy {
  userLabels: { sightline: string };
  documentation: { content: string };
  conditions: Record<string, { filter: string; denominatorFilter?: string } | string>[];
}

function readAll<T>(folder: string): Record<string, T> {
  const files = readdirSync(resolve(FOLDER, folder)).map((name) => resolve(FOLDER, folder, name));
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8'))]),
  );
}

const metrics = readAll<Metric>('metrics');
const policies = readAll<Policy>('alerts');
const dashboard = readFileSync(resolve(FOLDER, 'dashboard.json'), 'utf8');
const runbook = readFileSync(resolve(ROOT, 'docs/operate/runbook.md'), 'utf8');
const slug = (heading: string) => heading.toLowerCase().replaceAll(' ', '-');

const filtersOf = ({ conditions }: Policy): string[] =>
  conditions.flatMap((condition) =>
    Object.values(condition).flatMap((each) =>
      typeof each === 'string'
        ? []
        : [each.filter, ...(each.denominatorFilter ? [each.denominatorFilter] : [])],
    ),
  );

/** Filters of policies and of the dashboard on log-based metrics: name and labels. */
const uses = [
  ...Object.values(policies).flatMap(filtersOf),
  ...[...dashboard.matchAll(/"filter": "((?:[^"\\]|\\.)*)"/g)].map(
    (match) => JSON.parse(`"${match[1]}"`) as string,
  ),
].flatMap((filter) => {
  const name = /metric\.type="logging\.googleapis\.com\/user\/([\w-]+)"/.exec(filter)?.[1];
  return name ? [{ name, filter }] : [];
});

let stage: Stage;
let entries: LogEntry[];

/** Successful calls, and calls that meet the faults of each dependency. */
beforeAll(async () => {
  const env = { EDITOR_VOLUME: '/nonexistent' };
  stage = await openStage({ functions: ['monitor', 'image', 'service-git', 'dataset'], env });
  const { stack } = stage;
  await call(stack, '/monitor/line-1/start');
  const { body } = await upload(stack, 1);
  const uri = (await stack.firestore.doc(`image/${body.data.id}`).get()).get('uri') as string;
  await call(stack, '/monitor/line-1/stop');
  await call(stack, '/dataset/bolts/csv');
  await call(stack, '/service-git/project-info');
  const encoded = encodeObjectName(uri.replace(/^gs:\/\/[^/]+\//, ''));
  const unavailable = { error: { code: 503, status: 'UNAVAILABLE' } };
  stack.faults.vision.set([{ path: 'annotate', status: 503, body: unavailable }]);
  stack.faults.database.set([{ path: '.*', method: 'WS', status: 403 }]);
  await Promise.all([
    call(stack, `/image/detect/image/${encoded}`).then(() => call(stack, `/image/delete/image/${encoded}`)),
    call(stack, '/monitor/line-2/start'),
  ]);
  stack.faults.database.set([]);
  await eventually(async () => {
    entries = Object.values(stack.functions).flatMap(linesOf);
    expect(entries.filter(isRequest)).toHaveLength(8);
  });
});

afterAll(() => stage.close());

const linesOf = (running: { output(): string }): LogEntry[] =>
  running
    .output()
    .split('\n')
    .flatMap((line) => entryOf(line) ?? []);

const isRequest = ({ jsonPayload }: LogEntry): boolean => jsonPayload.message === 'request';

describe('log-based metrics', () => {
  test.each(Object.entries(metrics))('%s matches real lines, and extracts all its values', (_, metric) => {
    const found = entries.filter((entry) => matches(metric.filter, entry));
    expect(found.length).toBeGreaterThan(0);
    const extractors = [...Object.values(metric.labelExtractors), metric.valueExtractor ?? []].flat();
    const paths = extractors.map((each) => /^EXTRACT\(([\w.]+)\)$/.exec(each)?.[1] ?? '');
    for (const entry of found) for (const path of paths) expect(valueAt(entry, path)).toBeDefined();
    const labels = metric.metricDescriptor.labels.map(({ key }) => key);
    expect(labels.sort()).toEqual(Object.keys(metric.labelExtractors).sort());
  });

  test('requests are counted once each, and other lines are not counted as requests', () => {
    const [requests, troubles] = ['sightline-requests', 'sightline-troubles'].map((name) =>
      entries.filter((entry) => matches(metrics[name]?.filter ?? '', entry)),
    );
    expect(requests).toHaveLength(8);
    expect(troubles?.filter(isRequest)).toEqual([]);
    expect(new Set(requests?.map(({ jsonPayload }) => jsonPayload.function))).toEqual(
      new Set(['monitor', 'dataset', 'image', 'service-git']),
    );
  });
});

test('of accepted frames a hundredth is stored; all that is refused, changed or failed is stored whole', () => {
  const exclusions = Object.values(readAll<{ filter: string }>('exclusions'));
  const stored = (entry: LogEntry) => Math.min(...exclusions.map(({ filter }) => storedShare(filter, entry)));
  const isFrame = ({ jsonPayload }: LogEntry) => jsonPayload.action === 'image add';
  const frames = entries.filter((entry) => isRequest(entry) && isFrame(entry));
  expect(frames.map(stored)).toEqual([expect.closeTo(0.01)]);
  expect(entries.filter((entry) => !frames.includes(entry)).map(stored)).toEqual(
    entries.slice(frames.length).map(() => 1),
  );
  for (const frame of frames) {
    expect(stored(platformEntryOf(frame) as LogEntry)).toBe(0);
    const refused = { ...frame, jsonPayload: { ...frame.jsonPayload, status: 400, outcome: 'body invalid' } };
    expect([stored(refused), stored(platformEntryOf(refused) as LogEntry)]).toEqual([1, 1]);
    // Metrics count entries before any exclusion (https://cloud.google.com/logging/docs/logs-based-metrics).
    expect(matches(metrics['sightline-requests']?.filter ?? '', frame)).toBe(true);
  }
});

describe('policies and dashboard', () => {
  test('use existing metrics and labels', () => {
    expect(uses.length).toBeGreaterThan(10);
    for (const { name, filter } of uses) {
      expect(Object.keys(metrics)).toContain(name);
      const labels = metrics[name]?.metricDescriptor.labels.map(({ key }) => key);
      for (const [, label] of filter.matchAll(/metric\.labels\.(\w+)/g)) expect(labels).toContain(label);
    }
    for (const [, label] of JSON.stringify([policies, dashboard]).matchAll(/metric\.labels?\.(\w+)/g))
      expect(['function', 'method', 'status', 'message', 'severity', 'check_id']).toContain(label);
  });

  const messages = uses.flatMap(({ filter }) => {
    const given = /metric\.labels\.message=(?:one_of\(([^)]*)\)|("[^"]*"))/.exec(filter);
    return [...(given?.[1] ?? given?.[2] ?? '').matchAll(/"([^"]+)"/g)].map((match) => match[1] as string);
  });

  test('match messages that the code writes', () => {
    expect(messages.length).toBeGreaterThan(5);
    const texts = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(resolve(SOURCES, name), 'utf8'))
      .join('\n');
    const logged = [...texts.matchAll(/log(?:ging)?\('(?:WARNING|ERROR)', '([^']+)'/g)].map(
      (match) => match[1],
    );
    const rows = [...texts.matchAll(/^ {2}'?([a-z ]+)'?: \{\s*status: 5\d\d/gm)].map((match) => match[1]);
    for (const message of messages) expect([...logged, ...rows]).toContain(message);
  });

  test.each(['volume absent', 'deletion not finished', 'live state not started'])(
    '%s has matched',
    (message) => {
      expect(messages).toContain(message);
      const seen = entries.filter(({ jsonPayload }) => jsonPayload.message === message);
      expect(seen.length).toBeGreaterThan(0);
      for (const { severity, jsonPayload } of seen) {
        expect(severity).toMatch(/WARNING|ERROR/);
        expect(jsonPayload).toMatchObject({ reason: expect.any(String), requestId: expect.any(String) });
      }
    },
  );

  test('a failed detection is recognized by its function and status', () => {
    const detect = entries.filter((entry) => isRequest(entry) && entry.jsonPayload.function === 'image');
    const filter = filtersOf(policies['detection-fails'] as Policy)[0] ?? '';
    const statuses = [...filter.matchAll(/"(\d{3})"/g)].map((match) => Number(match[1]));
    expect(
      detect.map(({ jsonPayload }) => jsonPayload.status).some((each) => statuses.includes(each as number)),
    ).toBe(true);
  });
});

describe('docs/operate/runbook.md', () => {
  const sections = [...runbook.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
  const slugs = sections.map(([, heading = '']) => slug(heading));

  test.each(Object.entries(policies))('%s has its section: meaning, first look, fix', (name, policy) => {
    expect(policy.userLabels.sightline).toBe(name);
    expect(policy.documentation.content).toContain(`docs/operate/runbook.md#${name}`);
    const [section] = sections.filter(([, heading = '']) => slug(heading) === name);
    for (const part of ['**Means**', '**First look**', '**Fix**']) expect(section?.[2]).toContain(part);
  });

  test('there is no section for an alert that does not exist', () => {
    expect(slugs.filter((each) => each !== 'backup-and-restore').sort()).toEqual(
      Object.keys(policies).sort(),
    );
  });

  test('its queries use fields of real lines', () => {
    const queries = [...runbook.matchAll(/^```text\n(resource.*)\n```/gm)].map((match) => match[1] as string);
    expect(queries.length).toBeGreaterThan(6);
    for (const query of queries) {
      for (const path of fieldsOf(query.replace('<X-Request-Id>', 'an-id'))) {
        expect(entries.some((entry) => valueAt(entry, path) !== undefined)).toBe(true);
      }
    }
  });
});

test('smoke, doctor and uptime checks request existing paths', async () => {
  const healths = await askHealth(stage.stack.baseUrl);
  expect(healths.map(({ name, isWell }) => [name, isWell])).toEqual([
    ['dataset', true],
    ['image', true],
    ['monitor', true],
    ['service-git', false],
  ]);
  expect(healths.at(-1)?.said).toMatch(/^503 \{/);
  const lines = linesOf(stage.stack.functions['service-git'] as { output(): string });
  const [query] = /^resource.*"dependency unavailable"$/m.exec(runbook) ?? [''];
  expect(
    lines.filter((line) => matches(query, line)).map(({ jsonPayload }) => jsonPayload.dependency),
  ).toEqual([expect.any(String)]);
});

test('docs/operate/logs.md lists every field of real lines', () => {
  const page = readFileSync(resolve(ROOT, 'docs/operate/logs.md'), 'utf8');
  const listed = [...page.matchAll(/`(\w+)`/g)].map((match) => match[1] as string);
  // Added by the platform's framework.
  const others = ['logging.googleapis.com/labels', 'timestamp', 'time'];
  const written = new Set(entries.flatMap(({ jsonPayload }) => Object.keys(jsonPayload)));
  expect([...written].filter((key) => ![...listed, ...others].includes(key))).toEqual([]);
});

describe('npm run monitoring', () => {
  const wanted = { project: 'p', region: 'europe-west1', hasVolume: true };
  const nothing: Standing = { metrics: [], policies: {}, uptimeChecks: [], exclusions: [] };
  const verbs = (commands: string[][]) =>
    commands.map((command) => command.find((each) => /^(create|update)$/.test(each)));

  test('creates everything, metrics before policies', () => {
    const commands = commandsFor({ ...wanted, channel: 'c' }, nothing);
    expect(new Set(verbs(commands.slice(0, -1)))).toEqual(new Set(['create']));
    expect(commands.at(-1)?.filter((each) => each.startsWith('--add-exclusion='))).toHaveLength(2);
    expect(commands).toHaveLength(Object.keys(metrics).length + Object.keys(policies).length + 1 + 4 + 1);
    expect(commands.findIndex((each) => each.includes('policies'))).toBe(Object.keys(metrics).length);
    expect(commands.filter((each) => each.includes('--notification-channels=c'))).toHaveLength(
      Object.keys(policies).length,
    );
  });

  test('updates what exists, without duplicates', () => {
    const names = Object.keys(policies).map((name) => [name, { name: `projects/p/alertPolicies/${name}` }]);
    const standing = {
      metrics: Object.keys(metrics),
      policies: Object.fromEntries(names),
      dashboard: 'projects/p/dashboards/d',
      uptimeChecks: ['dataset', 'image', 'monitor', 'service-git'].map((name) => `sightline-${name}`),
      exclusions: Object.keys(readAll('exclusions')),
    };
    const commands = commandsFor(wanted, standing);
    expect(new Set(verbs(commands))).toEqual(new Set(['update']));
    expect(commandsFor({ ...wanted, hasVolume: false }, nothing).flat()).not.toContain(
      'sightline-service-git',
    );
  });

  test('an alert keeps its channels, and gets the new one in addition', () => {
    const [name = ''] = Object.keys(policies);
    const known = { name: `projects/p/alertPolicies/${name}`, notificationChannels: ['a', 'b'] };
    const channelsOf = (channel?: string) =>
      commandsFor({ ...wanted, channel }, { ...nothing, policies: { [name]: known } })
        .find((each) => each.includes(known.name))
        ?.filter((each) => each.includes('channels'));
    expect(channelsOf()).toEqual(['--set-notification-channels=a,b']);
    expect(channelsOf('c')).toEqual(['--set-notification-channels=a,b,c']);
    expect(channelsOf('b')).toEqual(['--set-notification-channels=a,b']);
  });
});
