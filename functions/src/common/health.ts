/** `GET /<function>/health`: whether the function and its dependencies work, and its version. Only the log says which one failed. */

import { withTimeout } from './concurrency/timeout.ts';
import { HttpError } from './errors.ts';
import { type Route, route } from './http/route.ts';
import { describeError, log } from './log.ts';
import { VERSION } from './version.ts';

/** Resolves if the dependency answers. */
export type Check = () => Promise<unknown>;

/** Milliseconds for all checks, which run in parallel. */
const DEADLINE = 4_500;

/** Milliseconds for which a result is reused, so that callers cannot put load on the dependencies. */
const FRESH = 3_000;

/**
 * Needs no credentials and has no rate limit, because callers share results. Cloud Run's front end answers paths that end
 * in `z` itself, so `/healthz` is only an alias of `/health` (Contract 1).
 * @param checks by dependency
 */
export function healthRoutes(checks: Readonly<Record<string, Check>>): Route[] {
  const isHealthy = shared(async () => {
    const found = await Promise.all(Object.entries(checks).map(([name, check]) => works(name, check)));
    return found.every((each) => each);
  });
  return ['health', 'healthz'].map((name) =>
    route({
      id: name,
      methods: ['GET'],
      path: `/${name}`,
      open: true,
      readOnly: true,
      shape: 'health',
      handle: async () => {
        if (!(await isHealthy())) throw new HttpError('unhealthy', { retryAfter: FRESH / 1000 });
        return { json: { status: 'ok', version: VERSION } };
      },
    }),
  );
}

async function works(dependency: string, check: Check): Promise<boolean> {
  try {
    await withTimeout(DEADLINE, dependency, check());
    return true;
  } catch (error) {
    const reason = error instanceof HttpError ? (error.cause ?? error.code) : error;
    log('WARNING', 'dependency unavailable', { dependency, reason: describeError(reason) });
    return false;
  }
}

/** One check for everybody who asks while it runs, and for `FRESH` milliseconds after it. */
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
