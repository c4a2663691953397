/** Runs operations on a folder, one after the other, and prints the peak memory of this process in bytes. */
import { readFileSync, writeSync } from 'node:fs';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository } from '../../packages/git/src/repository.ts';

const [folder = '', ...calls] = process.argv.slice(2);
const author = { name: 'Worker', email: 'worker@example.com' };
for (const call of calls) {
  const [name = '', body = {}] = JSON.parse(call) as [string, object?];
  await requireOperation(name).run(await openRepository(folder, { author }), body);
}
writeSync(1, String(peak() * 1_024));
process.exit(0);

/** KiB. On Linux, `maxRSS` includes the process that started this one. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
