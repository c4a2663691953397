/**
 * Each dependency, each of its faults, each route: the documented answer within the deadline; nothing acknowledged is lost;
 * when the fault has ended, calls succeed without a restart. `LONG=1` runs all cells, `DEPENDENCY=storage` those of one
 * dependency.
 * @covers Faults of each dependency, the flow editor too; answers that are not the dependency's own
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, countedRecords, eventually, records, shownCounters } from '../support/factory.ts';
import { type Call, callsOf, GIT, type Seen } from './matrix-calls.ts';
import {
  DEADLINE,
  DEPENDENCIES,
  type Dependency,
  FAULTS,
  type Fault,
  faultStatuses,
  isUntold,
  mayBeUsual,
  modeOf,
  USUAL_CELLS,
  WELL_WITHIN,
} from './matrix-cells.ts';
import { type MatrixStage, openMatrixStage, prepare, type Subjects } from './matrix-subjects.ts';
import { note, type Outcome, tableText } from './matrix-table.ts';

const { LONG, DEPENDENCY } = process.env;
const ALL = DEPENDENCIES.flatMap((dependency) =>
  FAULTS.map((fault): [Dependency, Fault] => [dependency, fault]),
);
const CELLS = DEPENDENCY ? ALL.filter(([each]) => each === DEPENDENCY) : LONG ? ALL : USUAL_CELLS;

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

/** But for `work`, which starts with the first job. */
const pidsNow = (): Record<string, number> =>
  Object.fromEntries(
    Object.entries(stage.stack.functions).flatMap(([name, { pid }]) =>
      name === 'work' ? [] : [[name, pid]],
    ),
  );

/** @param calls of a cell, or some of them again: another attempt sends the same */
async function callAll(calls: readonly Call[], { victim }: Subjects): Promise<Outcome[]> {
  const one = async ({ send, ...asked }: Call): Promise<Outcome> => {
    const began = performance.now();
    const answer: Seen = await Promise.race([send(), patience()]);
    const { id } = asked.operation;
    if (id === 'addImage' && answer.status === 200) acknowledged.add(answer.body.data.id);
    if (id === 'deleteImage' && answer.status === 200) deleted.add(victim);
    return {
      ...asked,
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      isUntold: answer.body?.reloadError !== undefined,
      ms: performance.now() - began,
    };
  };
  const inTurn = async () => {
    const outcomes: Outcome[] = [];
    for (const each of calls.filter(isGit)) outcomes.push(await one(each));
    return outcomes;
  };
  const atOnce = calls.filter((each) => !isGit(each)).map(one);
  return (await Promise.all([Promise.all(atOnce), inTurn()])).flat();
}

const isGit = ({ operation }: Call): boolean => GIT.includes(operation.id);

/** The result of a call that does not return. */
const patience = async (): Promise<Seen> => {
  await wait(DEADLINE + 5000, undefined, { ref: false });
  return { status: 0, headers: new Headers() };
};

/** Samples that say what is not so here: nothing was changed or asked, the run's report has no point, the other sample has started it. */
const OTHERS = {
  'dataset changeImages 3': 404,
  'dataset chooseRunPoint': 409,
  'monitor startSession 2': 409,
  'monitor tellCommand': 404,
};

/** By route. */
let usual: ReadonlyMap<string, Outcome>;

test('without a fault, each operation answers what it can answer there', async () => {
  const subjects = await prepare(stage);
  const calls = callsOf(stage, subjects);
  // On a slow machine, what is called first may miss its deadline, and a job waits for its turn.
  const outcomes = await callUntil(calls, subjects, ({ status }) => status < 429 && status !== 202);
  usual = new Map(outcomes.map((outcome) => [outcome.route, outcome]));
  const others = outcomes.filter(({ status }) => status !== 200);
  expect(Object.fromEntries(others.map(({ route, status }) => [route, status]))).toEqual(OTHERS);
});

test.each(CELLS)('%s: %s', async (dependency, fault) => {
  const subjects = await prepare(stage);
  const calls = callsOf(stage, subjects);
  await stage.proxies[dependency].set(modeOf(dependency, fault));
  // Of a hundred calls at once, one that does not need the dependency may miss its deadline too: it is asked again during the fault.
  const outcomes = await callUntil(calls, subjects, (each) => isAsDocumented(each, dependency, fault));
  await stage.proxies[dependency].set('pass');
  const healed = performance.now();
  const wrong = outcomes.filter((each) => !isAsDocumented(each, dependency, fault));
  const after = (await callUntil(calls, subjects, isBack)).filter((each) => !isBack(each));
  note(dependency, fault, outcomes, performance.now() - healed);
  expect(wrong.map(describeOutcome)).toEqual([]);
  expect(after.map(describeOutcome)).toEqual([]);
  expect(pidsNow()).toEqual(pids);
});

function isAsDocumented(outcome: Outcome, dependency: Dependency, fault: Fault): boolean {
  const { status, retryAfter, ms } = outcome;
  const hasAdvice = (status !== 503 && status !== 429) || retryAfter !== null;
  const without = usual.get(outcome.route) as Outcome;
  if (outcome.isUntold !== isUntold(dependency, outcome) || ms >= DEADLINE || !hasAdvice) return false;
  if (faultStatuses(dependency, fault, without).includes(status)) return true;
  return mayBeUsual(dependency, without) && isUsual(outcome);
}

/** A change may have been made already, by an earlier call whose answer was lost, or by another sample: it is there, or gone. */
const MADE = [200, 404, 409];

function isUsual({ route, status, operation }: Outcome): boolean {
  const without = usual.get(route)?.status as number;
  // Its job waits for its turn.
  if (status === 202 && without === 200 && operation.answers()[202]) return true;
  return status === without || (!operation.readOnly && MADE.includes(without) && MADE.includes(status));
}

const describeOutcome = ({ route, status, retryAfter, isUntold: untold, ms }: Outcome): string =>
  `${route}: ${status}${untold ? ' with reloadError' : ''} ${retryAfter} ${Math.round(ms)} ms`;

/** Calls all, and those again that do not answer so, until they do or the time is over. @returns the last answer of each */
async function callUntil(
  calls: readonly Call[],
  subjects: Subjects,
  isWell: (outcome: Outcome) => boolean,
): Promise<Outcome[]> {
  const end = performance.now() + WELL_WITHIN;
  const last = new Map<string, Outcome>();
  for (let failing = calls; ; ) {
    const isLast = performance.now() > end;
    for (const outcome of await callAll(failing, subjects)) last.set(outcome.route, outcome);
    failing = calls.filter(({ route }) => !isWell(last.get(route) as Outcome));
    if (failing.length === 0 || isLast) return [...last.values()];
    await wait(500);
  }
}

const isBack = (outcome: Outcome): boolean => !outcome.isUntold && isUsual(outcome);

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
