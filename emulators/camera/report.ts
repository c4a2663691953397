/** What the user sees while a camera works, and at the end. */
import type { Summary, Tally } from './tally.ts';

const BAR = 28;
/** Milliseconds between two lines if there is no terminal. */
const LINE_EVERY = 5000;
const REDRAW_EVERY = 100;
/** At most this many errors and lost frames are listed. */
const LISTED = 40;

type Progress = Pick<Tally, 'settled' | 'accepted' | 'retries'>;

export function progressLine(progress: Progress, total: number): string {
  const full = Math.round((BAR * progress.settled) / Math.max(1, total));
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
  const retries = progress.retries === 0 ? '' : `  ${progress.retries} retries`;
  return `${bar} ${progress.settled}/${total}  ${progress.accepted} accepted${retries}`;
}

/** Redraws one line of a terminal; otherwise prints a line every 5 seconds. Call the returned function at the end. */
export function showProgress(output: NodeJS.WriteStream, progress: Progress, total: number): () => void {
  let shown = '';
  const draw = (): void => {
    const line = progressLine(progress, total);
    if (line === shown) return;
    shown = line;
    output.write(output.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
  };
  const timer = setInterval(draw, output.isTTY ? REDRAW_EVERY : LINE_EVERY);
  return () => {
    clearInterval(timer);
    draw();
    if (output.isTTY) output.write('\n');
  };
}

export function summaryText(summary: Summary): string {
  const { sent, accepted, duplicates, refused, lost, retries, p50, p99, seconds } = summary;
  const rate = seconds > 0 ? sent / seconds : 0;
  return [
    `sent ${sent}, accepted ${accepted}, duplicates ${duplicates}, refused ${refused}, lost ${lost}, retries ${retries}`,
    `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, ${rate.toFixed(1)} frames a second over ${seconds.toFixed(1)} s`,
    ...listed(summary.refusals.map(({ name, status, sentence }) => `refused ${name}: ${status} ${sentence}`)),
    ...listed(summary.losses.map(({ name, reason }) => `lost ${name}: ${reason}`)),
    ...(summary.stopProblem === null ? [] : [`The session was not stopped: ${summary.stopProblem}`]),
  ].join('\n');
}

function listed(lines: readonly string[]): string[] {
  const more = lines.length - LISTED;
  return [...lines.slice(0, LISTED), ...(more > 0 ? [`... and ${more} more`] : [])];
}
