/** A run as a file (Contract 14). */

import { type Operation, operation } from '../../../common/http/operation.ts';
import { fileReply } from '../../file-reply.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { fileLink } from '../judge/shown-report.ts';
import { runPath, runTargetOf } from '../show-run.ts';
import { runExportQuery } from './run-export-request.ts';

export const runExportRoutes: readonly Operation[] = [
  operation({
    refuse: refuseQuery,
    id: 'exportRun',
    at: 'GET /:dataset_id/run/:run/export',
    role: 'viewer of dataset',
    sample: ({ runs }) => ({
      params: { run: runs.ready },
      query: { format: 'coco', version: '1', redirect: 'false' },
    }),
    summary: 'What a run says, as a file',
    description:
      'Images that are gone from the dataset are left out. The bytes of `ndjson` are those of the run, as long as no image is gone.',
    answers: () => ({
      200: {
        description: 'The file, as a stream; or, with `redirect=false`, the address of a large one.',
        mediaType: ['application/octet-stream', 'application/zip', 'application/x-ndjson'],
        schema: fileLink(),
        headers: { 'Content-Disposition': 'Of the file: attachment, with its name.' },
      },
      303: {
        description: 'The file is over the limit of a streamed answer, and is fetched from Storage.',
        schema: fileLink(),
        headers: { Location: 'Short-lived address of the file.' },
      },
    }),
    errors: [
      ...(['dataset not found', 'run not found', 'run not ready', 'bad parameter'] as const),
      ...(['version not found', 'version not ready', 'archive too large'] as const),
    ],

    params: runPath,
    query: runExportQuery,
    rate: 'export',
    // Because a large file is written to Storage.
    handle: async (input) => {
      const { exportRun } = await import('./export-run.ts');
      const { query, signal } = input;
      return fileReply(await exportRun({ ...runTargetOf(input), query, signal }), query.redirect);
    },
  }),
];
