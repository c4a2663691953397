/** Versions of a dataset (Contract 11). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneWith, ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { answerJob, startQuery, underWay } from '../job/follow-job.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { diffPath, diffQuery, diffVersions } from './diff-versions.ts';
import { makeVersion } from './make-version.ts';
import { versionBody } from './parameters.ts';
import { previewVersion } from './preview-version.ts';
import { listVersions, showVersion, versionPath, versionsQuery } from './show-version.ts';
import { change, changed, counts, formats, listed, parameters, version } from './shown-version.ts';

const common = { refuse: refuseQuery } as const;

export const versionRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'makeVersion',
    at: 'POST /:dataset_id/version',
    role: 'editor of dataset',
    sample: () => ({
      body: {
        name: 'first',
        note: 'as trained',
        test: 20,
        validation: 10,
        group: 'image',
        tagmap: { good: 'fine', bad: null },
        save: false,
        filter: {
          tag: 'good',
          set: 'PREDETERMINED',
          session: 'day-2026-09-21',
          monitor: 'line-1',
          labelled: true,
          from: 0,
          to: 1_790_000_000_000,
        },
      },
    }),
    summary: 'Make a version of a dataset',
    description:
      'An immutable snapshot: the images at the moment of the call, without those in REVIEW. A job builds it.',
    answers: () => ({
      ...ok('It is ready.', doneWith({ number: version().number, hash: z.string(), counts: counts() })),
      ...underWay(),
    }),
    errors: ['bad parameter', 'dataset not found', 'version failed', 'jobs enough'],

    action: 'version make',
    params: datasetPath,
    query: startQuery,
    body: versionBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { body, requestKey } = input;
      const job = await makeVersion({ ...targetOf(input), body, requestKey });
      return answerJob(job, input, 'version failed');
    },
  }),
  operation({
    ...common,
    id: 'previewVersion',
    at: 'POST /:dataset_id/version/preview',
    role: 'editor of dataset',
    sample: () => ({
      body: {
        test: 20,
        validation: 10,
        group: 'session',
        tagmap: 'good:fine',
        save: true,
        filter: { tag: 'good', set: 'TRAIN', labelled: true, checked: false, from: 0, to: 1_790_000_000_000 },
        inference: 'exclude',
        unchecked: 'include',
      },
    }),
    summary: 'What a version would have',
    description:
      'Takes the same body as making a version, and returns its counts by set and class. Nothing is written.',
    answers: () => ok('The counts.', doneWith({ counts: counts() })),
    errors: ['bad parameter', 'dataset not found'],

    params: datasetPath,
    body: versionBody,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { body, signal } = input;
      return done(await previewVersion({ ...targetOf(input), body, signal }));
    },
  }),
  operation({
    ...common,
    id: 'listVersions',
    at: 'GET /:dataset_id/version',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '2', after: '3' } }),
    summary: 'List the versions of a dataset',
    description: 'Highest number first.',
    answers: () =>
      ok(
        'A page.',
        doneWith({
          versions: z.array(listed()),
          next: z.nullable(z.int()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'bad parameter'],

    params: datasetPath,
    query: versionsQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await listVersions({ ...targetOf(input), page: input.query })),
  }),
  operation({
    ...common,
    id: 'showVersion',
    at: 'GET /:dataset_id/version/:version',
    role: 'viewer of dataset',
    sample: () => ({}),
    summary: 'One version, with its counts and parameters',
    answers: () =>
      ok(
        'The version.',
        doneWith({
          ...version(),
          counts: z.nullable(counts()),
          parameters: parameters(),
          formats: formats(),
        }),
      ),
    errors: ['dataset not found', 'version not found'],

    params: versionPath,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await showVersion({ ...targetOf(input), number: input.params.version })),
  }),
  operation({
    ...common,
    id: 'diffVersions',
    at: 'GET /:dataset_id/version/:version/diff/:other',
    role: 'viewer of dataset',
    sample: () => ({ query: { limit: '2', after: 'a', change: 'moved', details: 'true' } }),
    summary: 'What differs between two versions',
    description:
      'An image with another class, annotation or mask is `relabelled`, one in another set `moved`.',
    answers: () =>
      ok(
        'All changes counted, and a page of ids.',
        doneWith({
          added: change(),
          removed: change(),
          relabelled: change(),
          moved: change(),
          details: z
            .optional(z.array(changed()))
            .check(about('With `details=true`: the images of this page, before and after.')),
          next: z.nullable(z.string()).check(about('For `after` of the next page; null at the end.')),
        }),
      ),
    errors: ['dataset not found', 'version not found', 'version not ready', 'bad parameter'],

    params: diffPath,
    query: diffQuery,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { version: before, other: after } = input.params;
      return done(await diffVersions({ ...targetOf(input), before, after, page: input.query }));
    },
  }),
];
