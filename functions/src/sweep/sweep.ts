/**
 * `npm run sweep`: finds and repairs what dying processes left behind. It reads page by page and checks twice before it
 * calls something a leftover, so it may run while cameras are at work.
 */
import { runCommand } from './run-command.ts';

try {
  // An open connection to the Realtime Database would keep the process alive.
  process.exit(await runCommand(process.argv.slice(2), (line) => console.log(line)));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
