/** Suggestions that are accepted in bulk (Contract 15). */

import * as z from 'zod/mini';
import { done } from '../../../common/http/done.ts';
import { doneWith, ok } from '../../../common/http/done-answers.ts';
import { about } from '../../../common/http/input/fields.ts';
import { type Operation, operation } from '../../../common/http/operation.ts';
import { lazy } from '../../../common/lazy.ts';
import { answerJob, startQuery, underWay } from '../../job/follow-job.ts';
import { refuseQuery } from '../../refuse-request.ts';
import { datasetPath, targetOf } from '../../require-dataset.ts';
import { runPath, runTargetOf } from '../../runs/show-run.ts';
import { acceptancePath, acceptancesQuery, acceptBody, reviewedBody } from './acceptance-request.ts';

const whole = () => z.int().check(z.gte(0));

const share = () => z.number().check(z.gte(0), z.lte(1));

const sampled = lazy(() =>
  z
    .object({
      image: z.string(),
      tag: z.string().check(about('The suggested class.')),
      score: share(),
      revision: whole().check(about('Send it back with what you say of the image.')),
    })
    .check(z.meta({ id: 'SampledImage' })),
);

const counted = {
  tag: z.string().check(about('Id of the class.')),
  suggested: whole().check(about('Images that would get it, those of the sample included.')),
  known: whole().check(about('Images to which people have given it; more than 1,000 count as 1,000.')),
};

const countedClass = lazy(() =>
  z
    .object({ ...counted, review: whole().check(about('How many of these the sample has.')) })
    .check(z.meta({ id: 'CountedClass' })),
);

export const acceptedClass = lazy(() =>
  z
    .object({
      ...counted,
      reviewed: whole(),
      bound: z
        .nullable(share())
        .check(
          about('At least this share of what is called so is right, with 95 % confidence; null: nothing is.'),
        ),
      lostAtMost: whole().check(
        about('At most so many images of this class get another one, with 95 % confidence.'),
      ),
    })
    .check(z.meta({ id: 'AcceptedClass' })),
);

const listedAcceptance = lazy(() =>
  z
    .object({
      acceptance: z.string().check(about('Id.')),
      run: z.int(),
      name: z.string().check(about('Of the run.')),
      precision: share(),
      suggestions: whole().check(about('Images that it is about.')),
      state: z
        .enum(['open', 'accepted', 'undone'])
        .check(about('`open`: its sample was not reviewed yet; `undone`: it is taken back, or is being.')),
      accepted: whole().check(about('Images that have got their class.')),
      restored: whole().check(about('Those of them that have lost it again.')),
      unreviewed: whole().check(about('Those that have it and that nobody has changed or reviewed since.')),
      by: z.string().check(about("uid of who made it; `''` for nobody that is known.")),
      at: z.number().check(about('When it was made, Unix milliseconds.')),
    })
    .check(z.meta({ id: 'ListedAcceptance' })),
);

/** What a request about an acceptance says beside its body. */
const acceptingOf = ({
  params,
  caller,
  requestKey,
}: Parameters<typeof targetOf>[0] & { params: { acceptance: string }; requestKey: string | null }) => ({
  ...{ dataset: params.dataset_id, caller, requestKey },
  acceptance: params.acceptance,
});

const common = { refuse: refuseQuery, rate: 'curate' } as const;

export const acceptRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeAcceptance',
    at: 'POST /:dataset_id/run/:run/accept',
    role: 'editor of dataset',
    sample: ({ params, runs }) => ({
      params: { run: runs.ready },
      body: { threshold: 0.5, tags: [String(params.tag_id)], precision: 0.9 },
    }),
    summary: 'Ask what must be reviewed before suggestions are accepted',
    description:
      'About images that nobody has labelled, outside TEST. Which they are is fixed now. The sample follows from the run, and has of each class what `precision` and the labels of the rarest other class need. It changes no label.',
    answers: () =>
      ok(
        'A person reviews the sample.',
        doneWith({
          acceptance: z.string().check(about('Id.')),
          precision: share(),
          suggestions: whole().check(
            about('Images that would get their class, those of the sample included.'),
          ),
          worthIt: z.boolean().check(about('False: all must be reviewed, so nothing is gained.')),
          classes: z.array(countedClass()),
          sample: z.array(sampled()),
        }),
      ),
    errors: ['dataset not found', 'run not found', 'run not ready', 'suggest refused', 'bad parameter'],

    action: 'acceptance make',
    params: runPath,
    body: acceptBody,
    keyed: true,
    handle: async (input) => {
      const { makeAcceptance } = await import('./make-acceptance.ts');
      const { body, requestKey, signal } = input;
      return done(await makeAcceptance({ ...runTargetOf(input), body, requestKey, signal }));
    },
  }),
  operation({
    ...common,
    id: 'listAcceptances',
    at: 'GET /:dataset_id/acceptance',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '2' } }),
    summary: 'List what was accepted in bulk',
    description: 'Newest first. Whoever may edit the dataset can take each back.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          acceptances: z.array(listedAcceptance()),
          next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'acceptance not found', 'bad parameter'],

    params: datasetPath,
    query: acceptancesQuery,
    readOnly: true,
    handle: async (input) => {
      const { listAcceptances } = await import('./list-acceptances.ts');
      return done(await listAcceptances({ ...targetOf(input), page: input.query }));
    },
  }),
  operation({
    ...common,
    id: 'reviewAcceptance',
    at: 'POST /:dataset_id/acceptance/:acceptance',
    role: 'editor of dataset',
    sample: ({ params, images }) => ({
      body: { reviewed: [{ image: images[0], revision: 0, correct: false, tag: params.tag_id }] },
    }),
    summary: 'Accept suggestions, after their sample was reviewed',
    description:
      'A job does it; twice is once. Images of the sample get their class from you; all others get what was suggested, and nobody has checked them. What has changed since the acceptance was made stays as it is (`stale`).',
    answers: () => ({
      ...ok(
        'Enough of each class is right, and none may lose more than is known of it.',
        doneWith({
          classes: z.array(acceptedClass()),
          accepted: whole().check(about('Images that have got their class.')),
          stale: whole().check(about('Images that had changed.')),
        }),
      ),
      ...underWay(),
    }),
    errors: [
      ...(['dataset not found', 'acceptance not found', 'tag not found', 'jobs enough'] as const),
      ...(['acceptance refused', 'acceptance closed', 'bad parameter'] as const),
    ],

    action: 'acceptance review',
    params: acceptancePath,
    query: startQuery,
    body: reviewedBody,
    keyed: true,
    handle: async (input) => {
      const { reviewAcceptance } = await import('./review-acceptance.ts');
      const job = await reviewAcceptance({ ...acceptingOf(input), ...input.body });
      return answerJob(job, input, 'acceptance closed');
    },
  }),
  operation({
    ...common,
    id: 'undoAcceptance',
    at: 'POST /:dataset_id/acceptance/:acceptance/undo',
    role: 'editor of dataset',
    sample: () => ({}),
    summary: 'Take accepted suggestions back',
    description:
      'A job does it; twice is once. What you said of the sample stays, and so does what somebody has changed since.',
    answers: () => ({
      ...ok(
        'These have lost their class again.',
        doneWith({
          restored: whole().check(about('Images without a class again.')),
          changed: whole().check(about('Images that somebody has changed since.')),
        }),
      ),
      ...underWay(),
    }),
    errors: [
      'dataset not found',
      'acceptance not found',
      'acceptance closed',
      'jobs enough',
      'bad parameter',
    ],

    action: 'acceptance undo',
    params: acceptancePath,
    query: startQuery,
    keyed: true,
    handle: async (input) => {
      const { undoAcceptance } = await import('./undo-acceptance.ts');
      return answerJob(await undoAcceptance(acceptingOf(input)), input, 'acceptance closed');
    },
  }),
];
