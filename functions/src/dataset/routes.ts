/** Spec 4.1. */
import { parse as read } from 'zod/mini';
import { checkFirestore, checkObjects } from '../common/adapters/health-checks.ts';
import { attachment } from '../common/adapters/objects.ts';
import { healthRoute } from '../common/health.ts';
import { valuesOf } from '../common/http/parse.ts';
import type { Call, Reply, RouteTable } from '../common/http/route.ts';
import { cropAnnotations } from './crop-annotations.ts';
import { type Download, downloadZip } from './download-zip.ts';
import { generateCsv } from './generate-csv.ts';
import { refreshCounters } from './refresh-counters.ts';
import { cropsPath, cropsQuery, csvQuery, datasetPath, zipBody, zipQuery } from './schema.ts';
import { ports } from './wiring.ts';

const target = ({ params, caller }: Call) => ({ dataset: params.dataset_id ?? '', caller });

export const datasetRoutes: RouteTable = {
  prefix: 'dataset',
  shape: 'dataset',
  routes: [
    healthRoute(async () => ({ firestore: checkFirestore, storage: checkObjects })),
    {
      id: 'generateCsv',
      methods: ['GET'],
      path: '/:dataset_id/csv',
      request: { params: datasetPath, query: csvQuery },
      rate: 'export',
      // It writes a file.
      changes: true,
      shape: 'dataset',
      handle: async (call) => {
        const training = await generateCsv(
          { ...target(call), query: call.query, signal: call.signal },
          ports,
        );
        return { json: { status: 'success', result: { error: false, training } } };
      },
    },
    {
      id: 'downloadZip',
      methods: ['POST'],
      path: '/:dataset_id/downloadZip',
      request: { params: datasetPath, query: zipQuery, body: zipBody },
      rate: 'export',
      changes: false,
      shape: 'dataset',
      handle: async (call) =>
        sendArchive(
          await downloadZip({ ...target(call), body: call.json(), signal: call.signal }, ports),
          read(zipQuery, valuesOf(call.query)).redirect,
        ),
    },
    {
      id: 'cropAnnotations',
      methods: ['GET'],
      path: '/:dataset_id/annotationsCrops/:tag_id',
      request: { params: cropsPath, query: cropsQuery },
      changes: false,
      shape: 'dataset',
      handle: async (call) => {
        const { query, signal, params } = call;
        const stream = await cropAnnotations(
          { ...target(call), tag: params.tag_id ?? '', query, signal },
          ports,
        );
        return { headers: { 'Content-Type': 'application/json; charset=utf-8' }, stream };
      },
    },
    {
      id: 'refreshCounters',
      methods: ['POST'],
      path: '/:dataset_id/refreshCounters',
      action: 'counters refresh',
      request: { params: datasetPath },
      rate: 'export',
      changes: true,
      shape: 'dataset',
      handle: async (call) => {
        await refreshCounters(target(call), ports);
        return { json: { error: false, status: 'success' } };
      },
    },
  ],
};

/**
 * Contract 4: an archive that is too large to be streamed is fetched from Storage.
 * @param redirects false: the link is told in the body only. A page's script may not look into a redirect, and a browser
 *   that follows one names no origin to Storage that its CORS settings could allow.
 */
function sendArchive(download: Download, redirects: boolean): Reply {
  if ('link' in download) {
    const { link } = download;
    const json = { error: false, status: 'success', result: link };
    return redirects ? { status: 303, headers: { Location: link }, json } : { json };
  }
  const { fileName, stream } = download;
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': attachment(fileName) };
  return { headers, stream };
}
