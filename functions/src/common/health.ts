/** `GET /<function>/healthz`: whether the function and what it depends on work. Which one does not is told to the log only. */
import { Refusal } from './errors.ts';
import type { Route } from './http/route.ts';
import { describeError, log } from './log.ts';
import { within } from './within.ts';

/** Resolves where the dependency answers. */
export type Check = () => Promise<unknown>;

/** Milliseconds for all checks, which run side by side. */
const DEADLINE = 4_500;

/** Milliseconds for which a finding counts: callers cannot make the dependencies work more often than that. */
const FRESH = 3_000;

/**
 * Needs no credentials and counts against no rate: callers at the same time, and soon after, share one finding.
 * @param checks called at the first request, by what the function depends on
 */
export function healthRoute(checks: () => Promise<Readonly<Record<string, Check>>>): Route {
  const isHealthy = shared(async () => {
    const found = await Promise.all(
      Object.entries(await checks()).map(([name, check]) => works(name, check)),
    );
    return found.every((each) => each);
  });
  return {
    id: 'health',
    methods: ['GET'],
    path: '/healthz',
    request: {},
    open: true,
    changes: false,
    shape: 'health',
    handle: async () => {
      if (!(await isHealthy())) throw new Refusal('unhealthy', { retryAfter: FRESH / 1000 });
      return { json: { status: 'ok' } };
    },
  };
}

async function works(dependency: string, check: Check): Promise<boolean> {
  try {
    await within(DEADLINE, dependency, check());
    return true;
  } catch (error) {
    const reason = error instanceof Refusal ? (error.cause ?? error.row) : error;
    log('WARNING', 'dependency unavailable', { dependency, reason: describeError(reason) });
    return false;
  }
}

/** One look for all who ask while it is under way, and for `FRESH` behind it. */
function shared(look: () => Promise<boolean>): () => Promise<boolean> {
  let last: { finding: Promise<boolean>; until: number } | undefined;
  return () => {
    if (last && Date.now() < last.until) return last.finding;
    const mine = { finding: look().catch(() => false), until: Number.POSITIVE_INFINITY };
    last = mine;
    void mine.finding.then(() => {
      mine.until = Date.now() + FRESH;
    });
    return mine.finding;
  };
}
