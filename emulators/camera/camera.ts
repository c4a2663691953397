/** `npm run camera`: see USAGE. The benches call `runCamera` as their load generator. */

import { CameraError } from './camera-error.ts';
import { obey } from './obey.ts';
import { type CameraOptions, parseOptions, USAGE, UsageError } from './options.ts';
import { showProgress, summaryText } from './report.ts';
import { runCamera } from './run.ts';
import type { Summary } from './tally.ts';

export { CameraError } from './camera-error.ts';
export { type CameraOptions, withDefaults } from './options.ts';
export { runCamera } from './run.ts';
export type { Summary } from './tally.ts';

/** 0 if every frame is accounted for. Only pictures from a folder may be rejected: they can be of any kind. */
export function exitStatus(summary: Summary, { dir }: Pick<CameraOptions, 'dir'>): 0 | 1 {
  const missing = summary.lost > 0 || (dir === null && summary.refused > 0);
  return missing || summary.accepted === 0 || summary.stopProblem !== null ? 1 : 0;
}

async function main(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const interrupt = new AbortController();
  // A service manager ends a camera with SIGTERM.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  if (options.obey) {
    console.log(`${options.monitor} waits for commands: start, stop, capture`);
    await obey(options, {
      signal: interrupt.signal,
      onTrouble: (sentence) => console.error(sentence),
      onCommand: (command) => console.log(`Told to ${command}`),
      onEnd: (summary) => console.log(summaryText(summary)),
    });
    return 0;
  }
  let endProgress = (): void => {};
  const summary = await runCamera(options, {
    signal: interrupt.signal,
    onTrouble: (sentence) => console.error(sentence),
    onStart: (tally, total) => {
      console.log(
        `${options.monitor} is running; ${total} frames to ${options.dataset ?? 'its own dataset'}`,
      );
      endProgress = showProgress(process.stdout, tally, total);
    },
  }).finally(() => endProgress());
  console.log(summaryText(summary));
  return exitStatus(summary, options);
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof CameraError ? error.message : error);
    if (error instanceof UsageError) console.error('Try --help.');
    process.exitCode = 1;
  }
}
