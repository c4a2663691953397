/** A process that has loaded the sweep once, and runs it for each message: starting the command each time costs seconds. */
import { flushCompileCache } from 'node:module';
import { runCommand } from '../../functions/src/sweep/run-command.ts';

// It is killed at its end, and another one started for the next test.
flushCompileCache();

process.on('message', async (options: string[]) => {
  const lines: string[] = [];
  const code = await runCommand(options, (line) => lines.push(line)).catch((error: Error) => {
    lines.push(error.message);
    return 1;
  });
  process.send?.({ code, text: `${lines.join('\n')}\n` });
});
