/**
 * Each dependency, each of its faults, each route: the documented answer within the deadline; nothing acknowledged is lost;
 * when the fault has ended, calls succeed without a restart. `LONG=1` runs all cells, `DEPENDENCY=storage` those of one
 * dependency.
 * @covers Faults of each dependency, the flow editor too; answers that are not the dependency's own
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, countedRecords, eventually, records, shownCounters } from '../support/factory.ts';
import {
  allowed,
  DEADLINE,
  DEPENDENCIES,
  type Dependency,
  FAULTS,
  type Fault,
  isUntold,
  modeOf,
  ROUTES,
  type RouteName,
  USUAL,
  WELL_WITHIN,
} from './matrix-rows.ts';
import {
  calls,
  type MatrixStage,
  openMatrixStage,
  prepare,
  type Seen,
  type Subjects,
} from './matrix-stage.ts';
import { note, type Outcome, tableText } from './matrix-table.ts';

const { LONG, DEPENDENCY } = process.env;
const ALL = DEPENDENCIES.flatMap((dependency) =>
  FAULTS.map((fault): [Dependency, Fault] => [dependency, fault]),
);
const CELLS = DEPENDENCY ? ALL.filter(([each]) => each === DEPENDENCY) : LONG ? ALL : USUAL;

let stage: MatrixStage;
let pids: Record<string, number>;
/** Ids of records whose upload was answered with 200. */
const acknowledged = new Set<string>();
const deleted = new Set<string>();

beforeAll(async () => {
  stage = await openMatrixStage();
  for (const id of (await records(stage.stack, 'image')).keys()) acknowledged.add(id);
  pids = pidsNow();
});

afterAll(async () => {
  await stage?.close();
  process.stdout.write(`\n${tableText()}`);
});

const pidsNow = (): Record<string, number> =>
  Object.fromEntries(Object.entries(stage.stack.functions).map(([name, each]) => [name, each.pid]));

/** The index has one writer at a time: these run one after the other, all others at once. */
const IN_TURN: readonly RouteName[] = ['git add', 'git fetch', 'git push', 'git reset'];

async function callAll(subjects: Subjects, routes: readonly RouteName[]): Promise<Outcome[]> {
  const all = calls(stage, subjects);
  const one = async (route: RouteName): Promise<Outcome> => {
    const began = performance.now();
    const answer: Seen = await Promise.race([all[route](), patience()]);
    if (route === 'monitor image' && answer.status === 200) acknowledged.add(answer.body.data.id);
    if (route === 'image delete' && answer.status === 200) deleted.add(subjects.victimId);
    return {
      route,
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      isUntold: answer.body?.reloadError !== undefined,
      ms: performance.now() - began,
    };
  };
  const inTurn = async () => {
    const outcomes: Outcome[] = [];
    for (const route of IN_TURN) if (routes.includes(route)) outcomes.push(await one(route));
    return outcomes;
  };
  const atOnce = routes.filter((route) => !IN_TURN.includes(route)).map(one);
  return (await Promise.all([Promise.all(atOnce), inTurn()])).flat();
}

/** The result of a call that does not return. */
const patience = async (): Promise<Seen> => {
  await wait(DEADLINE + 5000, undefined, { ref: false });
  return { status: 0, headers: new Headers() };
};

test.each(CELLS)('%s: %s', async (dependency, fault) => {
  const subjects = await prepare(stage);
  await stage.proxies[dependency].set(modeOf(dependency, fault));
  const outcomes = await callAll(subjects, ROUTES);
  await stage.proxies[dependency].set('pass');
  const healed = performance.now();
  const wrong = outcomes.filter((each) => !isAsDocumented(each, dependency, fault));
  const after = await complaintsAfter(subjects);
  note(dependency, fault, outcomes, performance.now() - healed);
  expect(wrong.map(describeOutcome)).toEqual([]);
  expect(after.map(describeOutcome)).toEqual([]);
  expect(pidsNow()).toEqual(pids);
});

function isAsDocumented(outcome: Outcome, dependency: Dependency, fault: Fault): boolean {
  const { route, status, retryAfter, ms } = outcome;
  const hasAdvice = (status !== 503 && status !== 429) || retryAfter !== null;
  if (outcome.isUntold !== isUntold(dependency, route)) return false;
  return ms < DEADLINE && hasAdvice && allowed(dependency, fault, route).includes(status);
}

const describeOutcome = ({ route, status, retryAfter, isUntold: untold, ms }: Outcome): string =>
  `${route}: ${status}${untold ? ' with reloadError' : ''} ${retryAfter} ${Math.round(ms)} ms`;

/** The status of a repeated call that had succeeded before: 409 or 404. */
const REPEATED: Partial<Record<RouteName, number>> = {
  'monitor start': 409,
  'monitor stop': 409,
  'image delete': 404,
  'dataset run delete': 404,
  'dataset hook delete': 404,
  'monitor hook delete': 404,
  'monitor delete': 404,
  'monitor key make': 409,
};

/** Calls every route until it works; returns those that do not in time. */
async function complaintsAfter(subjects: Subjects): Promise<Outcome[]> {
  const end = performance.now() + WELL_WITHIN;
  let failing: readonly RouteName[] = ROUTES;
  for (;;) {
    const isLast = performance.now() > end;
    const outcomes = await callAll(subjects, failing);
    const wrong = outcomes.filter(
      (each) => each.isUntold || (each.status !== 200 && each.status !== REPEATED[each.route]),
    );
    if (wrong.length === 0 || isLast) return wrong;
    failing = wrong.map(({ route }) => route);
    await wait(500);
  }
}

test('nothing acknowledged is lost, nothing is duplicated, and the counters agree', async () => {
  const { stack } = stage;
  const found = await records(stack, 'image');
  const wanted = [...acknowledged].filter((id) => !deleted.has(id));
  expect(wanted.filter((id) => !found.has(id))).toEqual([]);
  const frames = [...found.values()].map(({ name, date }) => `${name} ${date}`);
  expect(frames.length).toBe(new Set(frames).size);
  for (const id of wanted) {
    const object = encodeURIComponent(String(found.get(id)?.uri).split('/').slice(3).join('/'));
    const kept = await fetch(`http://${stack.addresses.storage}/storage/v1/b/${stack.bucket}/o/${object}`);
    expect([id, kept.status]).toEqual([id, 200]);
  }
  expect((await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' })).status).toBe(200);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});
