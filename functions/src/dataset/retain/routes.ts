/** How long images stay (Contract 20). */
import * as z from 'zod/mini';
import { LONGEST } from '../../../../packages/records/src/dataset.ts';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { limit } from '../../common/http/input/query-fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { listedImage, next } from '../curate/image-answer.ts';
import { after } from '../curate/image-filter.ts';
import { unlabelledDays } from '../manage/change-dataset.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';

const retentionQuery = z.object({
  unlabelled: z
    .optional(
      z.pipe(
        z
          .string()
          .check(
            z.regex(/^\d{1,4}$/, `unlabelled must be a whole number of days from 1 to ${LONGEST.unlabelled}`),
          ),
        z.pipe(z.transform(Number), unlabelledDays),
      ),
    )
    .check(
      about('Days; what is set unless given.', {
        type: 'integer',
        minimum: 1,
        maximum: LONGEST.unlabelled,
        pattern: undefined,
      }),
    ),
  limit: limit(200, 'Maximum number of images per page.'),
  after,
});

export const retainRoutes: readonly Operation[] = [
  operation({
    id: 'previewRetention',
    at: 'GET /:dataset_id/retention',
    role: 'editor of dataset',
    sample: () => ({ query: { unlabelled: '30', limit: '2', after: 'WzE3OTAwMDAwMDAwMDAsIngiXQ' } }),
    summary: 'What would go into the trash because nobody has labelled it',
    description:
      'Newest first. At night, images that nobody has labelled go into the trash once they are this old, counted from the last change of the record too. Images with a label, in REVIEW, in a version or in a run never do.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          unlabelled: z.nullable(z.int()).check(about('Days; null: images stay.')),
          count: z.int().check(about('Images that would go, from `after` on.')),
          more: z.boolean().check(about('Only the first 10,000 unlabelled images were looked at.')),
          images: z.array(listedImage()),
          next: next(),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    params: datasetPath,
    query: retentionQuery,
    refuse: refuseQuery,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { previewRetention } = await import('./preview-retention.ts');
      const { unlabelled, ...page } = input.query;
      return done(await previewRetention({ ...targetOf(input), unlabelled, page, signal: input.signal }));
    },
  }),
];
