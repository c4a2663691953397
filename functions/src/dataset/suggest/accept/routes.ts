/** Suggestions that are accepted in bulk (Contract 15). */
import { done } from '../../../common/http/done.ts';
import { type Route, route } from '../../../common/http/route.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { targetOf } from '../../require-dataset.ts';
import { runPath } from '../../runs/schema.ts';
import { runTargetOf } from '../../runs/show-run.ts';
import { SLICE } from '../../schema.ts';
import { ports } from '../../wiring.ts';
import { acceptancePath, acceptBody, judgedBody } from './schema.ts';

const workOf = (
  input: Parameters<typeof targetOf>[0] & { params: { acceptance: string }; signal: AbortSignal },
) => ({
  ...targetOf(input),
  acceptance: input.params.acceptance,
  seconds: SLICE,
  signal: input.signal,
});

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const acceptRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeAcceptance',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/accept',
    action: 'acceptance make',
    params: runPath,
    body: acceptBody,
    keyed: true,
    handle: async (input) => {
      const { makeAcceptance } = await import('./make-acceptance.ts');
      const { body, requestKey, signal } = input;
      return done(await makeAcceptance({ ...runTargetOf(input), body, requestKey, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'judgeAcceptance',
    methods: ['POST'],
    path: '/:dataset_id/acceptance/:acceptance',
    action: 'acceptance judge',
    params: acceptancePath,
    body: judgedBody,
    handle: async (input) => {
      const { judgeAcceptance } = await import('./judge-acceptance.ts');
      return done(await judgeAcceptance({ ...workOf(input), ...input.body }, ports));
    },
  }),
  route({
    ...common,
    id: 'undoAcceptance',
    methods: ['POST'],
    path: '/:dataset_id/acceptance/:acceptance/undo',
    action: 'acceptance undo',
    params: acceptancePath,
    handle: async (input) => {
      const { undoAcceptance } = await import('./undo-acceptance.ts');
      return done(await undoAcceptance(workOf(input), ports));
    },
  }),
];
