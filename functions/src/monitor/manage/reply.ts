/** What the routes of Contract 9 for monitors share. */
import * as z from 'zod/mini';
import type { Caller } from '../../common/access/caller.ts';
import { HttpError } from '../../common/errors.ts';
import type { Ended, Result } from '../../common/http/done.ts';
import type { Flaw } from '../../common/http/input/parse.ts';
import type { Reply } from '../../common/http/route.ts';
import type { Target } from './require-managed.ts';

/** The JSON of a success (Spec 7). */
export const done = <T extends Result>(more?: Ended<T>): Reply => ({
  json: { data: { error: false, ...more } },
});

/** The schema of a success. */
export const data = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.object({ data: z.object({ error: z.literal(false), ...shape }) });

/** An invalid id counts as a monitor that does not exist. */
export const refuse = ({ place, message }: Flaw): HttpError =>
  place === 'params'
    ? new HttpError('monitor not found')
    : new HttpError('upload invalid', { reason: message });

export const targetOf = ({ params, caller }: { params: { monitor_id: string }; caller: Caller }): Target => ({
  monitor: params.monitor_id,
  caller,
});
