/** A failed test prints what the processes of the stack wrote during it, or before the first one. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Lines. */
const MOST = 60;
/** As emulators/stack/child.ts publishes them. */
const OUTPUT = 'sightline:child-output';

export function followOutput() {
  let lines = [];
  const keep = (line) => {
    lines.push(line);
    if (lines.length > 2 * MOST) lines = lines.slice(-MOST);
  };
  subscribe(OUTPUT, keep);
  return {
    /** @param test of jest-circus: another error is another message */
    endTest(test) {
      if (test.errors.length > 0 && lines.length > 0) {
        // Jest takes lines that begin with "at" for a stack, and shortens them.
        const shown = lines
          .slice(-MOST)
          .flatMap((line) => line.split('\n'))
          .map((line) => `  | ${line}`);
        const message = ['What the processes of the stack wrote:', ...shown].join('\n');
        test.errors.push({ message, stack: message });
      }
      lines = [];
    },
    stop: () => unsubscribe(OUTPUT, keep),
  };
}
