/** Exports of versions (Contract 11). A format is loaded at its first use. */
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { fileReply } from '../file-reply.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { versionPath } from '../version/schema.ts';
import { ports } from '../wiring.ts';
import { exportQuery, linkPath, linkQuery } from './schema.ts';

export const exportRoutes: readonly Route[] = [
  route({
    id: 'exportVersion',
    methods: ['GET'],
    path: '/:dataset_id/version/:version/export',
    params: versionPath,
    query: exportQuery,
    refuse: refuseQuery,
    rate: 'export',
    // Because a large export is written to Storage.
    handle: async (input) => {
      const { exportVersion } = await import('./export-version.ts');
      const { query, params, signal, base } = input;
      const { format, images, upright } = query;
      const number = params.version;
      const wanted = { ...targetOf(input), number, format, images, upright, base, signal };
      const { notes, ...file } = await exportVersion(wanted, ports);
      // What the format cannot contain, as a JSON list in ASCII.
      const headers = { 'Export-Notes': JSON.stringify(notes) };
      return fileReply(file, query.redirect, { fields: { notes }, headers });
    },
  }),
  route({
    id: 'followLink',
    methods: ['GET'],
    path: '/:dataset_id/file/:file',
    params: linkPath,
    query: linkQuery,
    refuse: () => new HttpError('link expired'),
    open: true,
    readOnly: true,
    handle: async ({ params, query: { redirect, ...query } }) => {
      const { followLink } = await import('./links.ts');
      const link = await followLink({ dataset: params.dataset_id, file: params.file, ...query }, ports);
      const reply = done({ result: link });
      return redirect ? { ...reply, status: 302, headers: { Location: link } } : reply;
    },
  }),
];
