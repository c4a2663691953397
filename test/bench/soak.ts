/**
 * `npm run bench -- soak [--minutes N] [--fps N] [--seed N]`. What a soak is and what its audit compares: test/faults/soak.
 */
import type { Ledger } from '../faults/soak/ledger.ts';
import { runSoak, type SoakReport } from '../faults/soak/soak.ts';
import { figure, type Row } from './row.ts';

const CAMERAS = 20;

export interface SoakFlags {
  minutes?: string | undefined;
  fps?: string | undefined;
  seed?: string | undefined;
}

export async function benchSoak({ minutes = '15', fps = '2', seed = '1' }: SoakFlags): Promise<Row[]> {
  const seconds = Number(minutes) * 60;
  const options = { cameras: CAMERAS, fps: Number(fps), seconds, seed: Number(seed), onProgress: say };
  const report = await runSoak(options);
  for (const { rule, wrong } of report.audit)
    for (const each of wrong.slice(0, 20)) console.error(`${rule}: ${each}`);
  return [
    figure('soak: time', seconds / 60, 'minutes', `${CAMERAS} cameras at ${fps} frames/s, seed ${seed}`),
    ...traffic(report),
    ...trouble(report),
    ...audit(report),
  ];
}

const say = (seconds: number, { frames, acknowledged, findings }: Ledger): void =>
  console.error(
    `${Math.round(seconds)} s: ${frames.length} frames sent, ${acknowledged.length} acknowledged, ${findings.length} findings`,
  );

function traffic({ ledger }: SoakReport): Row[] {
  const { counts, frames, acknowledged, answers } = ledger;
  const total = (test: (status: number) => boolean) =>
    [...answers].reduce((sum, [key, times]) => sum + (test(Number(key.split(' ').at(-1))) ? times : 0), 0);
  return [
    figure('soak: frames sent', frames.length, 'frames', `${counts.held} not taken while 4 were under way`),
    figure(
      'soak: frames acknowledged',
      acknowledged.length,
      'frames',
      `${counts.repeats} sent again afterwards`,
    ),
    figure('soak: deleted', counts.deletes, 'frames'),
    figure('soak: annotated', counts.tagUpdates, 'calls'),
    figure('soak: sessions', counts.starts, 'starts', `${counts.stops} stops`),
    figure(
      'soak: refused',
      total((status) => status >= 400),
      'answers',
      statuses(ledger),
    ),
    figure(
      'soak: connections lost',
      total((status) => status === 0),
      'calls',
    ),
    figure('soak: retries', counts.retries, 'calls'),
  ];
}

/** Refusals by status, all routes together. */
function statuses({ answers }: Ledger): string {
  const by = new Map<string, number>();
  for (const [key, times] of answers) {
    const status = key.split(' ').at(-1) as string;
    if (Number(status) >= 400) by.set(status, (by.get(status) ?? 0) + times);
  }
  return [...by].map(([status, times]) => `${status}: ${times}`).join(', ');
}

function trouble({ ledger, repaired }: SoakReport): Row[] {
  const rows = { kills: /^kill of /, restarts: /^restart of /, faults: /^(?!kill of |restart of )/ };
  const named = Object.entries(rows).map(([name, pattern]) => {
    const found = [...ledger.trouble].filter(([what]) => pattern.test(what)).sort();
    const times = found.reduce((sum, [, each]) => sum + each, 0);
    const note = found.map(([what, each]) => `${what.replace(pattern, '')} ${each}`).join(', ');
    return figure(`soak: ${name}`, times, 'times', note);
  });
  const kinds = Object.entries(repaired);
  const swept = kinds.reduce((sum, [, times]) => sum + times, 0);
  return [
    ...named,
    figure('soak: repaired by the sweep', swept, 'times', kinds.map((each) => each.join(' ')).join(', ')),
  ];
}

/** Every line of the audit must be without findings. */
const audit = ({ audit: lines }: SoakReport): Row[] =>
  lines.map(({ rule, looked, wrong }) => ({
    ...figure(`audit: ${rule}`, looked, 'looked at', wrong[0]?.slice(0, 120)),
    ratio: wrong.length,
    bar: '<= 0',
    mustHold: true,
  }));
