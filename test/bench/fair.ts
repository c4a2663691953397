/** One caller's frame, list and csv, while another caller sends the worst of each kind, compared with the same calls alone. */
import { ATTACKS, during, type FairStage, openFairStage } from '../faults/attacks.ts';
import { CONTAINER } from './container.ts';
import { median, type Row } from './row.ts';

/** Calls of each kind in a round. */
const CALLS = 8;
/** Alternates between alone and attacked. */
const ROUNDS = 2;

type Times = Record<string, number[]>;

export async function benchFair(): Promise<Row[]> {
  const stage = await openFairStage({ NODE_OPTIONS: CONTAINER.join(' ') });
  try {
    await timesOf(stage, {});
    const rows: Row[] = [];
    for (const [name, prepare] of Object.entries(ATTACKS))
      rows.push(...(await measure(name, await prepare(stage), stage)));
    return rows;
  } finally {
    await stage.close();
  }
}

async function measure(name: string, attack: Parameters<typeof during>[0], stage: FairStage): Promise<Row[]> {
  const alone: Times = {};
  const beside: Times = {};
  const answers: Record<number, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    await timesOf(stage, alone);
    const { statuses } = await during(attack, () => timesOf(stage, beside));
    for (const [status, count] of Object.entries(statuses))
      answers[Number(status)] = (answers[Number(status)] ?? 0) + count;
  }
  const answered = Object.entries(answers).map(([status, count]) => `${count} of ${status}`);
  return Object.keys(stage.wanted).map((what) => ({
    name: `fair: ${what}, ${name}`,
    ours: median(beside[what] ?? []),
    reference: median(alone[what] ?? []),
    unit: 'ms',
    ratio: median(beside[what] ?? []) / median(alone[what] ?? []),
    bar: '<= 3',
    note: `the slowest ${Math.round(Math.max(...(beside[what] ?? [])))} ms; the attacker's answers: ${answered.join(', ') || 'none'}`,
  }));
}

/** Adds milliseconds to `times`. @throws unless each call is answered with 200 */
async function timesOf({ wanted }: FairStage, times: Times): Promise<void> {
  for (let at = 0; at < CALLS; at += 1)
    for (const [what, ask] of Object.entries(wanted)) {
      const began = performance.now();
      const { status, body } = await ask();
      if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
      times[what] = [...(times[what] ?? []), performance.now() - began];
    }
}
