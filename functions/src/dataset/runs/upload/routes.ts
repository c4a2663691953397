/** The file of a run (Contract 14). Code that reads files is loaded when it is first used. */
import { done } from '../../../common/http/done.ts';
import { type Route, route } from '../../../common/http/route.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { ports } from '../../wiring.ts';
import { runPath } from '../schema.ts';
import { runTargetOf } from '../show-run.ts';
import { uploadBody } from './schema.ts';

const common = { refuse: refuseQuery, params: runPath, body: uploadBody, rate: 'export' } as const;

export const uploadRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'checkRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/check',
    action: 'run check',
    readOnly: true,
    handle: async (input) => {
      const { checkUpload } = await import('./check-upload.ts');
      const { body, signal } = input;
      return done(await checkUpload({ ...runTargetOf(input), body, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'finishRun',
    methods: ['POST'],
    path: '/:dataset_id/run/:run/make',
    action: 'run finish',
    handle: async (input) => {
      const { makeUpload } = await import('./make-upload.ts');
      const { body, signal } = input;
      return done(await makeUpload({ ...runTargetOf(input), body, signal }, ports));
    },
  }),
];
