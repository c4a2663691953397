/**
 * Requests with one thing broken, on every route of every function: none may cause a 5xx, a hang, a crash or a leak, and a
 * refused request must not change a record. `LONG=1` sends 20,000 that differ each time, `COUNT=n` sends n; `SEED=n` repeats
 * a run. Earlier findings are in corpus.json and are sent first; `KEEP=1` adds those of this run.
 * @covers Fuzz of all routes, hostile images, named attacks, faults of dependencies
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { concurrently, countedRecords, eventually, shownCounters } from '../support/factory.ts';
import { sendWire, type WireAnswer, type WireRequest } from '../support/requests.ts';
import { brokenEverywhere, brokenRequests } from '../support/requests-broken.ts';
import { validRequests } from '../support/samples.ts';
import { SEED } from '../support/seed.ts';
import { flawOf } from './judge.ts';
import { addressOf, digest, openStage, type Stage } from './stage.ts';

const COUNT = Number(process.env.COUNT) || (process.env.LONG ? 20_000 : 300);
/** Of the requests that break each place in each way, one of this many is sent. */
const EACH = process.env.LONG ? 1 : 80;
/** Requests between two comparisons of the records. */
const BATCH = 20;
const IN_FLIGHT = 6;
/** What changes no record when it succeeds, besides what is read-only: a detection costs money, and counters do not count here. */
const READS = new Set(['image detectObjects', 'dataset refreshCounters']);
const isRead = (route: string): boolean => READS.has(route) || readOnly.has(route);
const CORPUS = join(import.meta.dirname, 'corpus.json');

/** `flaw` says what was wrong when it was found. */
type Finding = WireRequest & { flaw: string };

let stage: Stage;
let pids: Record<string, number>;
/** Routes that change nothing. */
let readOnly: Set<string>;
const totals = new Map<string, Map<string, number>>();

beforeAll(async () => {
  stage = await openStage();
  const reading = validRequests(stage.known).filter(({ operation }) => operation.readOnly);
  readOnly = new Set(reading.map(({ route }) => route));
  pids = pidsNow();
});
afterAll(async () => {
  await stage?.close();
  printTotals();
});

const pidsNow = (): Record<string, number> =>
  Object.fromEntries(Object.entries(stage.stack.functions).map(([name, each]) => [name, each.pid]));

test('requests that once broke a route no longer do', async () => {
  const corpus = JSON.parse(readFileSync(CORPUS, 'utf8')) as Finding[];
  const findings: Finding[] = [];
  for (const known of placed(corpus)) findings.push(...(await batch([known])));
  expect(findings).toEqual([]);
});

test(`${COUNT} broken requests (seed ${SEED})`, async () => {
  await expectSound(brokenRequests(validRequests(stage.known), COUNT, SEED));
}, 3_600_000);

test(`each place of each request with each value that has broken one before${EACH > 1 ? `, one in ${EACH}` : ''}`, async () => {
  const all = brokenEverywhere(validRequests(stage.known));
  await expectSound(all.filter((_, at) => (at + SEED) % EACH === 0));
}, 3_600_000);

async function expectSound(requests: readonly WireRequest[]): Promise<void> {
  const findings: Finding[] = [];
  for (let at = 0; at < requests.length && findings.length < 50; at += BATCH)
    findings.push(...(await batch(requests.slice(at, at + BATCH))));
  keep(findings);
  expect(findings.map(summary)).toEqual([]);
}

test('afterwards the counters match the records, and every route still works', async () => {
  await eventually(async () =>
    expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack)),
  );
  for (const valid of brokenRequests(validRequests(stage.known), 1, 1)) await sendWire(valid, entry(valid));
  for (const name of ['getb64', 'detect']) {
    const answer = await fetch(
      `${stage.stack.baseUrl}/image/${name}/image/${stage.known.params.encoded_uri}`,
    );
    expect([name, answer.status]).toEqual([name, 200]);
  }
});

/** Sends all; if records changed, sends the refused ones again, because others of the batch may have changed them. */
async function batch(requests: readonly WireRequest[]): Promise<Finding[]> {
  const before = await digest(stage);
  const sent = await sendAll(requests);
  const findings = sent.flatMap(({ request, answer }) => judged(request, answer));
  findings.push(...crashes(requests));
  const refused = sent.filter(({ answer }) => answer.status >= 400).map(({ request }) => request);
  const isQuiet = sent.every(({ request, answer }) => answer.status >= 400 || isRead(request.route));
  findings.push(...(await changesOf(refused, isQuiet ? before : null)));
  return findings;
}

interface Sent {
  request: WireRequest;
  answer: WireAnswer;
}

/** The git function gets one request at a time, as in a deployment. */
async function sendAll(requests: readonly WireRequest[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  const send = async (request: WireRequest) => {
    const answer = await sendWire(request, entry(request));
    sent.push({ request, answer });
    count(request, answer);
  };
  const others = requests.filter(({ route }) => !route.startsWith('service-git'));
  const git = requests.filter(({ route }) => route.startsWith('service-git'));
  const together = concurrently(others.length, IN_FLIGHT, (index) => send(others[index] as WireRequest));
  for (const request of git) await send(request);
  await together;
  return sent;
}

const entry = ({ route, via }: WireRequest) => addressOf(stage, route.split(' ', 1)[0] as string, via);

function judged(request: WireRequest, answer: WireAnswer): Finding[] {
  const flaw = flawOf(request, answer, stage.root);
  return flaw === undefined ? [] : [{ ...request, flaw }];
}

/** @param before the digest before the requests, if nothing else has run since; otherwise null */
async function changesOf(refused: readonly WireRequest[], before: string | null): Promise<Finding[]> {
  if (refused.length === 0) return [];
  const start = before ?? (await settled());
  const again = before
    ? refused
    : (await sendAll(refused)).filter(({ answer }) => answer.status >= 400).map(({ request }) => request);
  // A request that succeeds the second time may change records, such as a commit after an add.
  if (again.length < refused.length || (await digest(stage)) === start) return [];
  return blame(again);
}

/** Sessions are settled shortly after their stop. */
async function settled(): Promise<string> {
  for (let last = await digest(stage); ; ) {
    const next = await digest(stage);
    if (next === last) return next;
    last = next;
  }
}

/** Finds the request that changed something. */
async function blame(suspects: readonly WireRequest[]): Promise<Finding[]> {
  for (const request of suspects) {
    const before = await settled();
    const { status } = await sendWire(request, entry(request));
    if (status >= 400 && (await digest(stage)) !== before)
      return [{ ...request, flaw: 'is refused and changes records' }];
  }
  return [];
}

function crashes(requests: readonly WireRequest[]): Finding[] {
  const dead = Object.entries(stage.stack.functions).filter(([name, each]) => {
    // `work` starts with the first job.
    pids[name] ||= each.pid;
    return each.pid !== pids[name] || (each.pid !== 0 && !each.isRunning());
  });
  return dead.map(([name, each]) => {
    const first = requests.find(({ route }) => route.startsWith(name)) ?? (requests[0] as WireRequest);
    return { ...first, flaw: `${name} crashed in this batch: ${each.output().slice(-500)}` };
  });
}

function count({ route }: WireRequest, { status }: WireAnswer): void {
  const row = totals.get(route) ?? new Map<string, number>();
  totals.set(route, row);
  const kind = status > 0 ? `${Math.floor(status / 100)}xx` : status === 0 ? 'closed' : 'hung';
  row.set(kind, (row.get(kind) ?? 0) + 1);
}

function printTotals(): void {
  const kinds = ['2xx', '3xx', '4xx', '5xx', 'closed', 'hung'];
  const lines = [...totals]
    .sort()
    .map(([route, row]) =>
      [route.padEnd(30), ...kinds.map((kind) => String(row.get(kind) ?? 0).padStart(7))].join(''),
    );
  const sum = (kind: string) => [...totals.values()].reduce((all, row) => all + (row.get(kind) ?? 0), 0);
  lines.push(['all'.padEnd(30), ...kinds.map((kind) => String(sum(kind)).padStart(7))].join(''));
  process.stdout.write(
    `\n${['route'.padEnd(30), ...kinds.map((kind) => kind.padStart(7))].join('')}\n${lines.join('\n')}\nseed ${SEED}\n`,
  );
}

/** A short description of a finding, with everything needed to send it again. */
const summary = ({ flaw, body, ...request }: Finding) => ({
  flaw,
  request: `${request.method} ${request.target.slice(0, 300)}`,
  route: request.route,
  broken: request.broken,
  via: request.via,
  framing: request.framing,
  headers: request.headers.map((each) => each.join(': ').slice(0, 80)),
  body: Buffer.from(body, 'base64').toString('latin1').slice(0, 400),
});

/** Replaces ids of the stage in which it was found by those of this stage. */
function placed(corpus: readonly Finding[]): WireRequest[] {
  const { params, doomed, commit, images } = stage.known;
  const names: Record<string, string> = {
    ENCODED: params.encoded_uri as string,
    VICTIM: doomed.image,
    COMMIT: commit,
    IMAGE: images[0] as string,
  };
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => names[name] ?? '');
  return corpus.map(({ flaw: _, ...request }) => ({
    ...request,
    target: fill(request.target),
    body: Buffer.from(fill(Buffer.from(request.body, 'base64').toString('latin1')), 'latin1').toString(
      'base64',
    ),
  }));
}

function keep(findings: readonly Finding[]): void {
  if (!process.env.KEEP || findings.length === 0) return;
  const corpus = JSON.parse(readFileSync(CORPUS, 'utf8')) as Finding[];
  writeFileSync(CORPUS, `${JSON.stringify([...corpus, ...findings], null, 2)}\n`);
}
