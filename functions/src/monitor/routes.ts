/** Spec 4.3. POST works beside GET for start and stop (Contract 3); every POST takes a body wrapped in `data` (Contract 6). */
import { parse as read } from 'zod/mini';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { healthRoute } from '../common/health.ts';
import { valuesOf } from '../common/http/parse.ts';
import type { Call, RouteTable } from '../common/http/route.ts';
import { addImage, type CapturedImage } from './add-image.ts';
import { fieldsOf } from './body-fields.ts';
import { fromJson, fromRaw } from './captured-image.ts';
import { monitorPath, startBody, startQuery, tagsBody, uploadBody, uploadQuery } from './schema.ts';
import { startSession } from './start-session.ts';
import { stopSession } from './stop-session.ts';
import { requireTagUpdate } from './tag-update.ts';
import { updateTags } from './update-tags.ts';
import { ports } from './wiring.ts';

const monitorOf = ({ params }: Call): string => params.monitor_id ?? '';

export const monitorRoutes: RouteTable = {
  prefix: 'monitor',
  shape: 'monitor',
  routes: [
    healthRoute(async () => ({ firestore: checkFirestore, database: checkLiveState, storage: checkObjects })),
    {
      id: 'updateTags',
      methods: ['POST'],
      path: '/updateTags',
      action: 'tags update',
      request: { body: tagsBody, wrapped: true },
      rate: 'upload',
      changes: true,
      shape: 'tags',
      handle: async (call) => {
        await updateTags({ update: requireTagUpdate(unwrap(call.json())), caller: call.caller }, ports);
        return { json: { error: false, status: 'success' } };
      },
    },
    {
      id: 'startSession',
      methods: ['GET', 'POST'],
      path: '/:monitor_id/start',
      action: 'session start',
      request: { params: monitorPath, query: startQuery, body: startBody, wrapped: true, optional: true },
      changes: true,
      shape: 'monitor',
      handle: async (call) => {
        await startSession({ monitor: monitorOf(call), uid: uidOf(call), caller: call.caller }, ports);
        return { json: { data: { result: 'Started', error: false } } };
      },
    },
    {
      id: 'stopSession',
      methods: ['GET', 'POST'],
      path: '/:monitor_id/stop',
      action: 'session stop',
      request: { params: monitorPath },
      changes: true,
      shape: 'monitor',
      handle: async (call) => {
        await stopSession({ monitor: monitorOf(call), caller: call.caller }, ports);
        return { json: { data: { result: 'Stopped', error: false } } };
      },
    },
    {
      id: 'addImage',
      methods: ['POST'],
      path: '/:monitor_id/image',
      action: 'image add',
      request: {
        params: monitorPath,
        body: uploadBody,
        wrapped: true,
        bytes: { types: ['image/jpeg', 'image/png', 'image/webp'], query: uploadQuery },
      },
      rate: 'upload',
      changes: true,
      shape: 'monitor',
      handle: async (call) => {
        const id = await addImage(
          { monitor: monitorOf(call), caller: call.caller, image: captured(call) },
          ports,
        );
        return { json: { data: { error: false, result: 'Added image', id } } };
      },
    },
  ],
};

const captured = (call: Call): CapturedImage =>
  call.mediaType.startsWith('image/') ? fromRaw(call.bytes(), call.query) : fromJson(unwrap(call.json()));

/** `uid` from the query, or from the body of a POST. */
function uidOf(call: Call): string | null {
  const body = call.method === 'POST' ? unwrap(call.json()) : undefined;
  const { uid } = { ...read(startBody, fieldsOf(body)), ...read(startQuery, valuesOf(call.query)) };
  return uid ?? null;
}

function unwrap(body: unknown): unknown {
  const { data } = fieldsOf(body);
  return typeof data === 'object' && data !== null ? data : body;
}
