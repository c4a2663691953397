/**
 * What each suite of a run costs: `SUITE_COSTS=file` adds a line for each, with seconds of processor time of its worker, of the
 * processes that it has started and waited for, and of the clock. What the shared Firestore emulator did for it is not part of
 * it, nor are the pages of a browser.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** Linux counts in hundredths of a second. */
const TICKS = 100;

/** User and system time of this process, and of its children that have ended. */
function spent() {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The second field, a name in parentheses, may have spaces. Fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  return { own: (user + system) / TICKS, children: (childUser + childSystem) / TICKS, at: Date.now() };
}

/** @returns to be called when the suite has ended; null where nothing is to be noted */
export function startCosts(suite) {
  const { SUITE_COSTS: file } = process.env;
  if (!file || process.platform !== 'linux') return null;
  const before = spent();
  return () => {
    const now = spent();
    const seconds = [now.own - before.own, now.children - before.children, (now.at - before.at) / 1000];
    const columns = seconds.map((each) => each.toFixed(1).padStart(8)).join('');
    appendFileSync(file, `${columns}  ${relative(ROOT, suite)}\n`);
  };
}
