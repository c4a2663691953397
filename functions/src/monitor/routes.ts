/** Spec 4.3. POST works beside GET for start and stop (Contract 3); every POST takes a body wrapped in `data` (Contract 6). */
import type { Call, RouteTable } from '../common/http/route.ts';
import { addImage, type CapturedImage } from './add-image.ts';
import { fieldsOf } from './body-fields.ts';
import { fromJson, fromRaw } from './captured-image.ts';
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
    {
      methods: ['POST'],
      path: '/updateTags',
      action: 'tags update',
      rate: 'upload',
      changes: true,
      shape: 'tags',
      handle: async (call) => {
        await updateTags({ update: requireTagUpdate(unwrap(call.json())), caller: call.caller }, ports);
        return { json: { error: false, status: 'success' } };
      },
    },
    {
      methods: ['GET', 'POST'],
      path: '/:monitor_id/start',
      action: 'session start',
      changes: true,
      shape: 'monitor',
      handle: async (call) => {
        await startSession({ monitor: monitorOf(call), uid: uidOf(call), caller: call.caller }, ports);
        return { json: { data: { result: 'Started', error: false } } };
      },
    },
    {
      methods: ['GET', 'POST'],
      path: '/:monitor_id/stop',
      action: 'session stop',
      changes: true,
      shape: 'monitor',
      handle: async (call) => {
        await stopSession({ monitor: monitorOf(call), caller: call.caller }, ports);
        return { json: { data: { result: 'Stopped', error: false } } };
      },
    },
    {
      methods: ['POST'],
      path: '/:monitor_id/image',
      action: 'image add',
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
  const { uid } = fieldsOf(call.method === 'POST' ? unwrap(call.json()) : undefined);
  return call.query.get('uid') ?? (typeof uid === 'string' ? uid : null);
}

function unwrap(body: unknown): unknown {
  const { data } = fieldsOf(body);
  return typeof data === 'object' && data !== null ? data : body;
}
