/** Exports of versions (Contract 11). A format is loaded at its first use. */
import * as z from 'zod/mini';
import { FORMATS, outOf } from '../../../../packages/formats/formats.ts';
import { IMAGE_MODES } from '../../../../packages/formats/src/format.ts';
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { about, id, oneOf } from '../../common/http/input/fields.ts';
import { flag } from '../../common/http/input/query-fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { fileReply } from '../file-reply.ts';
import { answerPending, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { versionPath } from '../version/show-version.ts';
import { address, exportHeaders, link } from '../version/shown-version.ts';

const exportQuery = z.object({
  ...startQuery.shape,
  format: oneOf('format', FORMATS).check(about('Whose format: docs/train/versions.md says what each holds.')),
  images: z
    .optional(oneOf('images', IMAGE_MODES))
    .check(
      about(
        'How a reader gets the images: `bytes` in the archive, `links` that expire after a day, or `none`. Usually bytes in archives, and links in files.',
      ),
    ),
  upright: flag(
    'upright',
    '`false`: pictures in an archive are as they were stored, even if their EXIF data turns them.',
    true,
  ),
  redirect: flag(
    'redirect',
    '`false`: a file that is fetched from Storage is answered with 200 and its link in the body.',
    true,
  ),
});

const linkPath = z.object({
  dataset_id: id('Dataset id'),
  file: z.string().check(about("Name of the object within the dataset's folder.")),
});

const text = (name: string) => z.string(`${name} is required`);

const linkQuery = z.object({
  grant: text('grant'),
  signature: text('signature'),
  redirect: flag('redirect', '`false`: the address is answered with 200, in the body.', true),
});

export const exportRoutes: readonly Operation[] = [
  operation({
    id: 'exportVersion',
    at: 'GET /:dataset_id/version/:version/export',
    role: 'viewer of dataset',
    sample: () => ({
      params: { version: 'latest' },
      query: { format: 'ndjson', images: 'none', redirect: 'false' },
    }),
    summary: 'A version in the format of a trainer',
    description:
      'Without links, the same version always gives the same bytes. Images that were deleted for good are listed in `errors.txt` of an archive. A file over the limit of a streamed answer is made by a job: whoever asks again finds it, and its file for ten minutes.',
    answers: () => ({
      200: {
        description: 'The file, as a stream; or, with `redirect=false`, the address of a large one.',
        mediaType: ['application/zip', 'application/x-ndjson', 'text/csv'],
        schema: link(),
        headers: { 'Content-Disposition': 'Of the file: attachment, with its name.', ...exportHeaders },
      },
      303: {
        description: 'The file is over the limit of a streamed answer, and is fetched from Storage.',
        schema: link(),
        headers: { Location: 'Short-lived address of the file.', ...exportHeaders },
      },
      ...underWay('The same call finds the same job.'),
    }),
    errors: [
      ...(['dataset not found', 'version not found', 'version not ready', 'bad parameter'] as const),
      ...(['export failed', 'archive too large', 'jobs enough'] as const),
    ],

    params: versionPath,
    query: exportQuery,
    refuse: refuseQuery,
    rate: 'export',
    // Because a job writes a large export to Storage.
    handle: async (input) => {
      const { exportVersion } = await import('./export-version.ts');
      const { query, params, signal, base } = input;
      const { format, images, upright } = query;
      const number = params.version;
      const wanted = { ...targetOf(input), number, format, images, upright, base, signal, wait: query.wait };
      const exported = await exportVersion(wanted);
      if ('job' in exported) return answerPending(exported);
      const { notes, ...file } = exported;
      // What the format cannot contain, as a JSON list in ASCII.
      const { revision } = outOf(format);
      const headers = { 'Export-Notes': JSON.stringify(notes), 'Export-Revision': String(revision) };
      return fileReply(file, query.redirect, { fields: { notes, revision }, headers });
    },
  }),
  operation({
    id: 'followLink',
    at: 'GET /:dataset_id/file/:file',
    role: 'open',
    sample: () => ({ query: { grant: 'a', signature: 'b', redirect: 'false' } }),
    summary: 'Follow the link of an export to an image',
    description: 'Needs no credentials: an export has links that nobody can guess, for a day.',
    answers: () => ({
      200: { description: 'With `redirect=false`: where the bytes are.', schema: address() },
      302: {
        description: 'Where the bytes are.',
        schema: address(),
        headers: { Location: 'Short-lived address of the image.' },
      },
    }),
    errors: ['link expired', 'unavailable', 'unforeseen'],

    params: linkPath,
    query: linkQuery,
    refuse: () => new HttpError('link expired'),
    open: true,
    readOnly: true,
    handle: async ({ params, query: { redirect, ...query } }) => {
      const { followLink } = await import('./links.ts');
      const link = await followLink({ dataset: params.dataset_id, file: params.file, ...query });
      const reply = done({ result: link });
      return redirect ? { ...reply, status: 302, headers: { Location: link } } : reply;
    },
  }),
];
