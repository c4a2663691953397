/** Routes of Spec 4.1. */
import { healthRoutes } from '../common/health.ts';
import { done } from '../common/http/done.ts';
import { type RouteTable, route } from '../common/http/route.ts';
import { noteLogFields } from '../common/log.ts';
import { cropAnnotations } from './crops/crop-annotations.ts';
import { toCsvRequest } from './csv/csv-request.ts';
import { generateCsv } from './csv/generate-csv.ts';
import { curateRoutes } from './curate/routes.ts';
import { fileReply } from './file-reply.ts';
import { exportRoutes } from './formats/routes.ts';
import { hookRoutes } from './hooks/routes.ts';
import { importRoutes } from './import/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { manageRoutes } from './manage/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { monitorRoutes } from './monitors/routes.ts';
import { refreshCounters } from './refresh-counters.ts';
import { refuseCsv, refusePath, refuseQuery, refuseZip } from './refuse-request.ts';
import { targetOf } from './require-dataset.ts';
import { judgeRoutes } from './runs/judge/routes.ts';
import { runRoutes } from './runs/routes.ts';
import { uploadRoutes } from './runs/upload/routes.ts';
import { cropsPath, cropsQuery, csvQuery, datasetPath, ZIP_BUDGET, zipBody, zipQuery } from './schema.ts';
import { acceptRoutes } from './suggest/accept/routes.ts';
import { findRoutes } from './suggest/find/routes.ts';
import { suggestRoutes } from './suggest/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { versionRoutes } from './version/routes.ts';
import { checks, ports } from './wiring.ts';
import { downloadZip } from './zip/download-zip.ts';

const common = { rate: 'export' } as const;

export const datasetRoutes: RouteTable = {
  prefix: 'dataset',
  shape: 'dataset',
  routes: [
    ...healthRoutes(checks),
    route({
      ...common,
      id: 'generateCsv',
      methods: ['GET'],
      path: '/:dataset_id/csv',
      params: datasetPath,
      query: csvQuery,
      refuse: refuseCsv,
      // Because it writes a file.
      handle: async (input) => {
        const request = toCsvRequest(input.query);
        const result = await generateCsv({ ...targetOf(input), request, signal: input.signal }, ports);
        return { json: { status: 'success', result: { error: false, ...result } } };
      },
    }),
    route({
      ...common,
      id: 'downloadZip',
      methods: ['POST'],
      path: '/:dataset_id/downloadZip',
      params: datasetPath,
      query: zipQuery,
      body: zipBody,
      budget: ZIP_BUDGET,
      refuse: refuseZip,
      readOnly: true,
      handle: async (input) => {
        const { images, userId } = input.body;
        // Only a claim of the request body: `userId` of a log line is the verified caller.
        if (userId !== undefined) noteLogFields({ claimedUserId: userId });
        const { redirect, upright } = input.query;
        const wanted = { ...targetOf(input), images, upright, signal: input.signal };
        return fileReply(await downloadZip(wanted, ports), redirect);
      },
    }),
    route({
      ...common,
      id: 'cropAnnotations',
      methods: ['GET'],
      path: '/:dataset_id/annotationsCrops/:tag_id',
      params: cropsPath,
      query: cropsQuery,
      refuse: refuseQuery,
      rate: 'crops',
      readOnly: true,
      handle: async (input) => {
        const { query, params, signal } = input;
        const stream = await cropAnnotations(
          { ...targetOf(input), tag: params.tag_id, ...query, signal },
          ports,
        );
        return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, stream };
      },
    }),
    route({
      ...common,
      id: 'refreshCounters',
      methods: ['POST'],
      path: '/:dataset_id/refreshCounters',
      action: 'counters refresh',
      params: datasetPath,
      refuse: refusePath,
      handle: async (input) => done(await refreshCounters(targetOf(input), ports)),
    }),
    ...curateRoutes,
    ...manageRoutes(() => datasetRoutes),
    ...tagRoutes,
    ...memberRoutes,
    ...monitorRoutes,
    ...keyRoutes,
    ...hookRoutes,
    ...versionRoutes,
    ...exportRoutes,
    ...importRoutes,
    ...runRoutes,
    ...uploadRoutes,
    ...judgeRoutes,
    ...suggestRoutes,
    ...acceptRoutes,
    ...findRoutes,
  ],
};
