/** Spec 4.3. POST works beside GET for start and stop (Contract 3); every POST takes a body wrapped in `data` (Contract 6). */

import * as z from 'zod/mini';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { healthRoutes } from '../common/health.ts';
import { hookOperations } from '../common/hooks/hook-operations.ts';
import { done } from '../common/http/done.ts';
import { doneSchema, ok } from '../common/http/done-answers.ts';
import { about } from '../common/http/input/fields.ts';
import { type OperationTable, operation } from '../common/http/operation.ts';
import { lazy } from '../common/lazy.ts';
import { memberOperations } from '../common/members/member-operations.ts';
import { addImage } from './add-image.ts';
import { readRawImage, refuseUpload, uploadBody, uploadQuery } from './captured-image.ts';
import { commandRoutes } from './commands/routes.ts';
import { UPLOAD_BUDGET } from './image-limit.ts';
import { keyRoutes } from './keys/routes.ts';
import { data, refuse } from './manage/reply.ts';
import { manageRoutes } from './manage/routes.ts';
import { area } from './owned.ts';
import { monitorPath } from './permit-monitor.ts';
import { startBody, startQuery, startSession } from './start-session.ts';
import { stopSession } from './stop-session.ts';
import { refuseTagUpdate } from './tag-update.ts';
import { tagsBody, updateTags } from './update-tags.ts';

const result = (text: string) => data({ result: z.literal(text) });

const added = lazy(() =>
  data({
    result: z.literal('Added image'),
    id: z.string().check(about('Id of the image record.', { minLength: 1 })),
  }),
);

/** Of the sample of an upload. */
const FRAME = { date: '1790000000000', name: 'frame.jpg', dataset: 'bolts', tag: 'good', session: 'run-1' };

export const monitorRoutes: OperationTable = {
  prefix: 'monitor',
  shape: 'monitor',
  routes: [
    ...healthRoutes({ firestore: checkFirestore, database: checkLiveState, storage: checkObjects }),
    operation({
      id: 'updateTags',
      at: 'POST /updateTags',
      role: 'editor of dataset, or camera',
      sample: ({ params, images }) => ({
        body: {
          dataset: params.dataset_id,
          imageID: images[0],
          tags: [
            { tag: 'good', x: 0.1, y: 0.2, w: 0.3, h: 0.4, type: 'rect', labeled: 'manual' },
            { tag: `dataset/${params.dataset_id}/tag/bad`, x: 0, y: 0, w: 1, h: 1 },
          ],
          seen: 0,
        },
      }),
      summary: 'Replace the annotations of an image',
      description:
        'With `seen`, only if the image has that revision. Repeating a request whose answer was lost succeeds.',
      answers: () => ok('The annotations are stored and counted.', doneSchema),
      errors: [
        'tags invalid',
        'tags coordinates',
        'tags dataset',
        'camera not admitted',
        'image not found',
        'tags tag',
        'tags changed',
      ],

      action: 'tags update',
      body: tagsBody,
      wrapped: true,
      refuse: refuseTagUpdate,
      rate: 'upload',
      shape: 'tags',
      handle: async ({ body, caller }) => done(await updateTags({ update: body, caller })),
    }),
    operation({
      id: 'startSession',
      at: 'GET|POST /:monitor_id/start',
      role: 'editor of monitor, or camera',
      sample: () => [
        { query: { uid: 'someone', session: 'run-1' } },
        { method: 'POST', body: { uid: 'someone', session: 'run-2' } },
      ],
      summary: 'Start a monitoring session',
      description:
        'Of several simultaneous calls one wins; the others get the error that the session is already running.',
      answers: () => ok('The session is running.', result('Started')),
      errors: ['monitor not found', 'already started', 'upload invalid', 'session foreign'],

      action: 'session start',
      rate: 'session',
      params: monitorPath,
      query: startQuery,
      body: startBody,
      wrapped: true,
      refuse,
      handle: async ({ params, query, body, caller }) => {
        const uid = query.uid ?? body.uid ?? null;
        const name = query.session ?? body.session ?? null;
        await startSession({ monitor: params.monitor_id, uid, name, caller });
        return { json: { data: { result: 'Started', error: false } } };
      },
    }),
    operation({
      id: 'stopSession',
      at: 'GET|POST /:monitor_id/stop',
      role: 'editor of monitor, or camera',
      sample: () => ({}),
      summary: 'Stop the monitoring session',
      description: 'The end is recorded and the images of the session are counted.',
      answers: () => ok('The session has ended.', result('Stopped')),
      errors: ['monitor not found', 'already stopped'],

      action: 'session stop',
      rate: 'session',
      params: monitorPath,
      refuse,
      handle: async ({ params, caller }) => {
        await stopSession({ monitor: params.monitor_id, caller });
        return { json: { data: { result: 'Stopped', error: false } } };
      },
    }),
    operation({
      id: 'addImage',
      at: 'POST /:monitor_id/image',
      role: 'editor of monitor, or camera',
      sample: ({ jpeg }) => [
        { body: { image: jpeg.toString('base64'), image_data: { ...FRAME, date: Number(FRAME.date) } } },
        { query: FRAME, body: jpeg },
      ],
      summary: 'Upload a captured image',
      description:
        'JSON with base64, or the raw bytes with the rest in the query. Answered only when object and record are stored. If the same frame (same monitor, date, name and bytes) is sent again, it gets the same id and changes no counter. If no image was found, the header X-Reason says why.',
      answers: () => ok('The image is stored.', added()),
      errors: [
        'monitor not found',
        'image missing',
        'upload invalid',
        'upload dataset',
        'camera not admitted',
        'upload tag',
        'upload too large',
        'session foreign',
        'sessions enough',
        'upload format',
      ],

      action: 'image add',
      params: monitorPath,
      body: uploadBody,
      wrapped: true,
      bytes: { types: ['image/jpeg', 'image/png', 'image/webp'], query: uploadQuery, read: readRawImage },
      budget: UPLOAD_BUDGET,
      refuse: refuseUpload,
      comparesKey: true,
      rate: 'upload',
      handle: async ({ params, body, caller, signal }) => {
        const input = { monitor: params.monitor_id, caller, image: body, signal };
        const id = await addImage(input);
        return { json: { data: { error: false, result: 'Added image', id } } };
      },
    }),
    ...manageRoutes(() => monitorRoutes),
    ...keyRoutes,
    ...commandRoutes,
    ...hookOperations(area),
    ...memberOperations(area),
  ],
};
