/** Spec 4.2. DELETE works beside GET for delete (Contract 3). */

import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { detectionCache, detectionDeadline } from '../common/config.ts';
import { healthRoute } from '../common/health.ts';
import type { Call, RouteTable } from '../common/http/route.ts';
import { deleteImage } from './delete-image.ts';
import { detectObjects } from './detect-objects.ts';
import { readBase64 } from './read-base64.ts';
import { imagePath } from './schema.ts';
import { ports } from './wiring.ts';

const target = ({ params, caller }: Call) => ({ encoded: params.encoded_uri ?? '', caller });

export const imageRoutes: RouteTable = {
  prefix: 'image',
  shape: 'imageStatus',
  routes: [
    healthRoute(async () => ({ firestore: checkFirestore, database: checkLiveState, storage: checkObjects })),
    {
      id: 'deleteImage',
      methods: ['GET', 'DELETE'],
      path: '/delete/image/:encoded_uri',
      action: 'image delete',
      request: { params: imagePath },
      changes: true,
      shape: 'imageStatus',
      handle: async (call) => {
        await deleteImage(target(call), ports);
        return { json: { error: false, status: 'success' } };
      },
    },
    {
      id: 'detectObjects',
      methods: ['GET'],
      path: '/detect/image/:encoded_uri',
      request: { params: imagePath },
      rate: 'detect',
      // Each detection costs money: a HEAD or a prefetch must not buy one.
      changes: true,
      shape: 'imageError',
      handle: async (call) => {
        const until = Date.now() + detectionDeadline();
        const useCache = detectionCache();
        return { json: { result: await detectObjects({ ...target(call), useCache, until }, ports) } };
      },
    },
    {
      id: 'readBase64',
      methods: ['GET'],
      path: '/getb64/image/:encoded_uri',
      request: { params: imagePath },
      changes: false,
      shape: 'imageStatus',
      handle: async (call) => {
        const { stream, length } = await readBase64({ ...target(call), signal: call.signal }, ports);
        const headers = {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(length),
        };
        return { headers, stream };
      },
    },
  ],
};
