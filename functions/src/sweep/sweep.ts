/**
 * `npm run sweep`: leftovers of processes that died at a bad moment, found and mended. It reads page by page, and looks
 * twice before it calls something left over, so that it may run while cameras are at work.
 */
import { HELP, readOptions, type SweepOptions } from './options.ts';
import { nameOfTarget, targetOf } from './target.ts';

const say = (line: string): void => console.log(line);

async function run(options: SweepOptions): Promise<number> {
  Object.assign(process.env, targetOf(process.env, options.project));
  const [{ projectId }, { ports }, { sweep }] = await Promise.all([
    import('../common/config.ts'),
    import('./wiring.ts'),
    import('./run.ts'),
  ]);
  say(`Sweeping ${nameOfTarget(projectId(), process.env)}${options.isDry ? ', only looking' : ''} ...`);
  const { found, mended } = await sweep(options, ports, say);
  if (found === 0) say('Nothing is left over.');
  else if (options.isDry) say(`${found} left over, nothing changed (--dry-run).`);
  else say(`${found} left over, ${mended} mended.`);
  return options.isDry || found === mended ? 0 : 1;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) say(HELP);
  // The Realtime Database's connection would keep the process.
  process.exit(options.help ? 0 : await run(options));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
