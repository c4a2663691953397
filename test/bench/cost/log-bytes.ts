/**
 * What Cloud Logging stores and charges of a function's lines, after the exclusions of deploy/monitoring. It charges for the
 * size of entries, which consist of the line and of what the platform adds to it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { entryOf, type LogEntry, platformEntryOf, storedShare } from '../../support/logging-filter.ts';

const EXCLUSIONS = resolve(import.meta.dirname, '../../../deploy/monitoring/exclusions');

const exclusions = (): string[] =>
  readdirSync(EXCLUSIONS).map(
    (name) => (JSON.parse(readFileSync(resolve(EXCLUSIONS, name), 'utf8')) as { filter: string }).filter,
  );

export interface LogBytes {
  /** Bytes that the functions and the platform write. */
  written: number;
  /** Bytes of them that are stored. */
  stored: number;
}

/** @param written lines on standard output of functions */
export function logBytesOf(written: readonly string[]): LogBytes {
  const filters = exclusions();
  const all = written
    .flatMap((line) => entryOf(line) ?? [])
    .flatMap((entry) => [entry, platformEntryOf(entry) ?? []].flat());
  return all.reduce(
    ({ written, stored }, entry) => {
      const bytes = sizeOf(entry);
      const share = Math.min(1, ...filters.map((filter) => storedShare(filter, entry)));
      return { written: written + bytes, stored: stored + bytes * share };
    },
    { written: 0, stored: 0 },
  );
}

/** Fields of each entry that the platform adds, with values of the usual length. */
const ADDED = {
  insertId: '655f1e2b0004a3c1d2e3f405',
  labels: { instanceId: '0'.repeat(150), 'goog-managed-by': 'cloudfunctions' },
  logName: 'projects/factory-vision-prod/logs/run.googleapis.com%2Frequests',
  receiveTimestamp: '2026-11-22T21:35:42.123456789Z',
  timestamp: '2026-11-22T21:35:42.123456Z',
  trace: `projects/factory-vision-prod/traces/${'0'.repeat(32)}`,
  spanId: '0'.repeat(16),
};
const RESOURCE = {
  type: 'cloud_run_revision',
  labels: {
    configuration_name: 'monitor',
    location: 'europe-west1',
    project_id: 'factory-vision-prod',
    revision_name: 'monitor-00042-abc',
    service_name: 'monitor',
  },
};
const REQUEST = {
  requestMethod: 'POST',
  requestUrl: 'https://europe-west1-factory-vision-prod.cloudfunctions.net/monitor/camera-0/image',
  requestSize: '81234',
  responseSize: '512',
  status: 200,
  userAgent: 'node',
  remoteIp: '192.0.2.100',
  serverIp: '192.0.2.200',
  latency: '0.123456789s',
  protocol: 'HTTP/1.1',
};

const sizeOf = ({ jsonPayload, severity, httpRequest }: LogEntry): number =>
  JSON.stringify({
    ...ADDED,
    severity,
    resource: RESOURCE,
    ...(httpRequest ? { httpRequest: REQUEST } : { jsonPayload }),
  }).length;
