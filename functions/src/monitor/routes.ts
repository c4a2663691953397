/** Spec 4.3. POST works beside GET for start and stop (Contract 3); every POST takes a body wrapped in `data` (Contract 6). */
import { healthRoutes } from '../common/health.ts';
import { done } from '../common/http/done.ts';
import { type RouteTable, route } from '../common/http/route.ts';
import { addImage } from './add-image.ts';
import { readRawImage, refuseUpload } from './captured-image.ts';
import { hookRoutes } from './hooks/routes.ts';
import { UPLOAD_BUDGET } from './image-limit.ts';
import { keyRoutes } from './keys/routes.ts';
import { refuse } from './manage/reply.ts';
import { manageRoutes } from './manage/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { monitorPath, startBody, startQuery, tagsBody, uploadBody, uploadQuery } from './schema.ts';
import { startSession } from './start-session.ts';
import { stopSession } from './stop-session.ts';
import { refuseTagUpdate } from './tag-update.ts';
import { updateTags } from './update-tags.ts';
import { checks, ports } from './wiring.ts';

export const monitorRoutes: RouteTable = {
  prefix: 'monitor',
  shape: 'monitor',
  routes: [
    ...healthRoutes(checks),
    route({
      id: 'updateTags',
      methods: ['POST'],
      path: '/updateTags',
      action: 'tags update',
      body: tagsBody,
      wrapped: true,
      refuse: refuseTagUpdate,
      rate: 'upload',
      shape: 'tags',
      handle: async ({ body, caller }) => done(await updateTags({ update: body, caller }, ports)),
    }),
    route({
      id: 'startSession',
      methods: ['GET', 'POST'],
      path: '/:monitor_id/start',
      action: 'session start',
      params: monitorPath,
      query: startQuery,
      body: startBody,
      wrapped: true,
      refuse,
      handle: async ({ params, query, body, caller }) => {
        const uid = query.uid ?? body.uid ?? null;
        const name = query.session ?? body.session ?? null;
        await startSession({ monitor: params.monitor_id, uid, name, caller }, ports);
        return { json: { data: { result: 'Started', error: false } } };
      },
    }),
    route({
      id: 'stopSession',
      methods: ['GET', 'POST'],
      path: '/:monitor_id/stop',
      action: 'session stop',
      params: monitorPath,
      refuse,
      handle: async ({ params, caller }) => {
        await stopSession({ monitor: params.monitor_id, caller }, ports);
        return { json: { data: { result: 'Stopped', error: false } } };
      },
    }),
    route({
      id: 'addImage',
      methods: ['POST'],
      path: '/:monitor_id/image',
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
        const id = await addImage(input, ports);
        return { json: { data: { error: false, result: 'Added image', id } } };
      },
    }),
    ...manageRoutes(() => monitorRoutes),
    ...keyRoutes,
    ...hookRoutes,
    ...memberRoutes,
  ],
};
