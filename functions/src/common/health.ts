/** `GET /<function>/health`: whether the function and its dependencies work, and its version. Only the log says which one failed. */

import * as z from 'zod/mini';
import { withTimeout } from './concurrency/timeout.ts';
import { HttpError } from './errors.ts';
import { ok } from './http/done-answers.ts';
import { type Operation, operation } from './http/operation.ts';
import { describeError, log } from './log.ts';
import { VERSION } from './version.ts';

/** Resolves if the dependency answers. */
export type Check = () => Promise<unknown>;

/** Milliseconds for all checks, which run in parallel. */
const DEADLINE = 4_500;

/** Milliseconds for which a result is reused, so that callers cannot put load on the dependencies. */
const FRESH = 3_000;

const SUMMARIES = {
  health: 'Check whether the function works',
  healthz: 'Check whether the function works: the same as `/health`, where this path reaches the function',
};

/**
 * Needs no credentials and has no rate limit, because callers share results. Cloud Run's front end answers paths that end
 * in `z` itself, so `/healthz` is only an alias of `/health` (Contract 1).
 * @param checks by dependency
 */
export function healthRoutes(checks: Readonly<Record<string, Check>>): Operation[] {
  const isHealthy = shared(async () => {
    const found = await Promise.all(Object.entries(checks).map(([name, check]) => works(name, check)));
    return found.every((each) => each);
  });
  return (['health', 'healthz'] as const).map((name) =>
    operation({
      id: name,
      at: `GET /${name}`,
      role: 'open',
      sample: () => ({}),
      summary: SUMMARIES[name],
      description:
        'Checks what the function depends on, within 5 s and at most every 3 s. Only the log says which dependency does not work. Needs no credentials.',
      errors: ['unhealthy'],
      answers: () => ok('It works.', z.object({ status: z.literal('ok'), version: z.string() })),
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
