/** Versions of a dataset (Contract 11). */

import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { diffVersions } from './diff-versions.ts';
import { makeVersion } from './make-version.ts';
import { previewVersion } from './preview-version.ts';
import { diffPath, diffQuery, versionBody, versionPath, versionsQuery } from './schema.ts';
import { listVersions, showVersion } from './show-version.ts';

const common = { refuse: refuseQuery } as const;

export const versionRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'makeVersion',
    methods: ['POST'],
    path: '/:dataset_id/version',
    action: 'version make',
    params: datasetPath,
    body: versionBody,
    keyed: true,
    rate: 'export',
    handle: async (input) => {
      const { body, requestKey, signal } = input;
      return done(await makeVersion({ ...targetOf(input), body, requestKey, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'previewVersion',
    methods: ['POST'],
    path: '/:dataset_id/version/preview',
    params: datasetPath,
    body: versionBody,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { body, signal } = input;
      return done(await previewVersion({ ...targetOf(input), body, signal }, ports));
    },
  }),
  route({
    ...common,
    id: 'listVersions',
    methods: ['GET'],
    path: '/:dataset_id/version',
    params: datasetPath,
    query: versionsQuery,
    rate: 'curate',
    readOnly: true,
    handle: async (input) => done(await listVersions({ ...targetOf(input), page: input.query }, ports)),
  }),
  route({
    ...common,
    id: 'showVersion',
    methods: ['GET'],
    path: '/:dataset_id/version/:version',
    params: versionPath,
    rate: 'curate',
    readOnly: true,
    handle: async (input) =>
      done(await showVersion({ ...targetOf(input), number: input.params.version }, ports)),
  }),
  route({
    ...common,
    id: 'diffVersions',
    methods: ['GET'],
    path: '/:dataset_id/version/:version/diff/:other',
    params: diffPath,
    query: diffQuery,
    rate: 'export',
    readOnly: true,
    handle: async (input) => {
      const { version: before, other: after } = input.params;
      return done(await diffVersions({ ...targetOf(input), before, after, page: input.query }, ports));
    },
  }),
];
