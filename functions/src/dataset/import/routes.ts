/** Imports into a dataset (Contract 11). Code that reads archives is loaded when it is first used. */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { startImport } from './import-job.ts';
import { errors, format, label, note, progress, sets, unread, whole } from './import-report.ts';
import { importBody, makeImport } from './make-import.ts';
import { checkBody, importPath } from './open-import.ts';

const common = { refuse: refuseQuery, rate: 'export' } as const;

export const importRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeImport',
    at: 'POST /:dataset_id/import',
    role: 'editor of dataset',
    sample: () => ({ body: { name: 'parts.zip', size: 1000 } }),
    summary: 'Start an import into a dataset',
    description:
      'Send the ZIP to `upload` as a resumable upload of Cloud Storage: PUT with `Content-Range`; after a broken connection `Content-Range: bytes */<size>` asks how much has arrived.',
    answers: () =>
      ok(
        'The import waits for its archive.',
        doneWith({
          id: z.string(),
          upload: z.string().check(about('URL that accepts the bytes without credentials, for a week.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    action: 'import make',
    params: datasetPath,
    body: importBody,
    keyed: true,
    handle: async (input) => {
      const { body, requestKey, origin } = input;
      return done(await makeImport({ ...targetOf(input), ...body, requestKey, origin }));
    },
  }),
  operation({
    ...common,
    id: 'checkImport',
    at: 'POST /:dataset_id/import/:import_id/check',
    role: 'editor of dataset',
    sample: () => ({ body: { format: 'coco', tagmap: { fine: 'good', unknown: null } } }),
    summary: 'Check what an import would add',
    description: 'Reads the archive and changes nothing.',
    answers: () =>
      ok(
        'What would be imported.',
        doneWith({
          format: format(),
          images: whole(),
          unlabelled: whole().check(about('Images that would have no class, annotation or mask.')),
          labels: z.array(label()),
          sets: sets(),
          unread: unread(),
          notes: z
            .array(z.string())
            .check(about('Sentences about what is not kept or not read, with counts by kind.')),
          noteCodes: z.array(note()).check(about('The same, as codes with their values.')),
          understood: z
            .boolean()
            .check(about('False: some labels are not read, as `notes` says. `run` then needs `format`.')),
        }),
      ),
    errors: [...errors, 'bad parameter', 'too costly'],

    params: importPath,
    body: checkBody,
    readOnly: true,
    handle: async (input) => {
      const { checkImport } = await import('./check-import.ts');
      const { params, body, signal } = input;
      return done(await checkImport({ ...targetOf(input), id: params.import_id, ...body, signal }));
    },
  }),
  operation({
    ...common,
    id: 'runImport',
    at: 'POST /:dataset_id/import/:import_id/run',
    role: 'editor of dataset',
    sample: () => ({ body: { format: 'coco', tagmap: 'fine:good' } }),
    summary: 'Import the archive',
    description: 'A job does it. An image whose bytes are in the dataset is not added again.',
    answers: () => ({
      ...ok('It is imported.', doneWith({ format: format(), progress: progress(), unread: unread() })),
      ...underWay(),
    }),
    errors: [...errors, 'bad parameter', 'jobs enough'],

    action: 'import run',
    params: importPath,
    query: startQuery,
    body: checkBody,
    keyed: true,
    handle: async (input) => {
      const { params, body, requestKey } = input;
      const job = await startImport({ ...targetOf(input), id: params.import_id, ...body, requestKey });
      return answerJob(job, input, 'import failed');
    },
  }),
];
