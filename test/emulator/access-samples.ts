/** Contract 8: the answer to each kind of caller, from the role of each operation, and where it differs from its role. */

import type { Known } from '../../functions/src/common/http/sample.ts';
import { picture } from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { type ValidRequest, validRequests } from '../support/samples.ts';
import type { TestStack } from '../support/stack.ts';
import { offerAll } from './access-offers.ts';
import {
  type Caller,
  claims,
  datasetBodies,
  denied,
  git,
  gitBodies,
  type Job,
  monitorBodies,
  people,
  type Row,
  type Verdict,
} from './access-verdicts.ts';

interface Id {
  dataset: string;
  monitor: string;
  image: string;
}

const png = await maskPng(320, 240);
const jpeg = await picture(2);

/** Most of these do not exist, so that a caller with access changes nothing that other rows need. */
function knownAs({ dataset, monitor, image }: Id): Known {
  const encoded = `dataset--bolts--${image}.jpg`;
  return {
    params: {
      dataset_id: dataset,
      monitor_id: monitor,
      tag_id: 'bad',
      image: 'none',
      encoded_uri: encoded,
      version: '1',
      // There is none: who may cancel one that there is, is a matter of who has started it.
      job: '999',
      other: 'latest',
      run: '999',
      import_id: 'parts',
      hash: '0123456789ab',
      hook: 'none',
      who: 'nobody',
      acceptance: 'none',
      file: 'none.jpg',
    },
    spare: { dataset, monitor },
    doomed: { dataset, name: 'another name', monitor, tag: 'no-such-tag', hook: 'none', image: encoded },
    kept: 'no-such-tag',
    admitted: 'line-2',
    images: [image, 'none-of-these'],
    runs: { sent: '999', ready: '999' },
    jpeg,
    png,
    commit: 'HEAD',
  };
}

/** What is done before a request, so that it changes nothing, or so that there is an offer. */
const BEFORE: Readonly<Record<string, (stack: TestStack) => Promise<unknown>>> = {
  // It is running, so it is not deleted.
  deleteMonitor: ({ firestore }) => firestore.doc('monitor/line-1').update({ session: 'some-session' }),
  acceptDataset: offerAll,
  endDatasetOffer: offerAll,
  acceptMonitor: offerAll,
  endMonitorOffer: offerAll,
};

/** Whoever is treated otherwise than the role says. */
const VERDICTS: Readonly<Record<string, Partial<Record<Caller, Verdict>>>> = {
  // A dataset admits each camera whose frames go to it; a camera speaks of its own images only.
  addPredictions: { 'other monitor’s key': 'yes', 'key of a monitor that is not admitted': 409 },
  // The editor of a monitor may end what admits it.
  dismissMonitor: { 'editor of line 2': 'yes' },
  // To a member, the answer is 409: it is offered to somebody else.
  acceptDataset: { offered: 'yes' },
  endDatasetOffer: { offered: 'yes' },
  acceptMonitor: { offered: 'yes' },
  endMonitorOffer: { offered: 'yes' },
  // People sign in to the database as themselves.
  makeToken: { editor: 403, owner: 403, admin: 403 },
};

const JOBS: Readonly<Record<string, Partial<Record<Job, Verdict>>>> = {
  // A job learns nobody's name.
  listDatasetMembers: { 'job viewer': 403, 'job editor': 403 },
  admitMonitor: { 'job editor': 403 },
  dismissMonitor: { 'job editor': 403 },
  acceptDataset: { 'job viewer': 404, 'job editor': 404 },
  endDatasetOffer: { 'job viewer': 404, 'job editor': 404 },
};

/** These remove what other rows need. */
const LAST = ['dismissMonitor', 'deleteImage'];

function verdictsOf({ operation }: ValidRequest): Record<Caller, Verdict> {
  const { id, role } = operation;
  const own = VERDICTS[id] ?? {};
  if (role === 'person') return claims('yes', 'yes');
  if (role === 'creator') return claims(403, 'yes');
  if (role === 'git read') return git('yes', 'yes');
  if (role === 'git write') return git(403, 'yes');
  const device = role.endsWith('or camera') ? 'yes' : 404;
  const all = people(role.startsWith('viewer') ? 'yes' : 403, device);
  return { ...all, ...(role.startsWith('owner') && { editor: 403 }), ...own };
}

const FILE_GONE = { 401: denied, 403: denied, 404: () => ({ error: true, status: 'File not found' }) };

function bodiesOf({ function: name, operation: { id } }: ValidRequest): Row['bodies'] {
  if (name === 'dataset') return datasetBodies;
  if (name === 'service-git') return gitBodies;
  if (id === 'updateTags')
    return {
      ...monitorBodies,
      404: () => ({ error: 'Failed to update tags', details: 'Dataset reference invalid' }),
    };
  if (name === 'monitor') return monitorBodies;
  if (id === 'readBase64')
    return {
      ...FILE_GONE,
      404: (image) => ({ error: true, status: 'File not found', uri: `dataset/bolts/${image}.jpg` }),
    };
  return id === 'deleteImage'
    ? { ...FILE_GONE, 404: () => ({ error: true, status: 'Permission denied or file not found' }) }
    : FILE_GONE;
}

const requestsTo = (id: Id): ValidRequest[] =>
  validRequests(knownAs(id))
    .filter(({ operation }) => operation.role !== 'open')
    .sort((a, b) => LAST.indexOf(a.operation.id) - LAST.indexOf(b.operation.id));

export const rows: Row[] = requestsTo({ dataset: 'bolts', monitor: 'line-1', image: 'any' }).map(
  (request, at) => {
    const { id, role } = request.operation;
    const of = (['dataset', 'monitor', 'image'] as const).find((kind) => role.includes(`of ${kind}`));
    const sent = (to: Id): ValidRequest => requestsTo(to)[at] as ValidRequest;
    return {
      route: request.route,
      function: request.function,
      role,
      path: (to) => {
        const { segments, query } = sent(to);
        const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
        return `/${[request.function, ...segments].join('/').replace(/\/$/, '')}${search}`;
      },
      ask: async (to, stack) => {
        await BEFORE[id]?.(stack);
        const { method, body, contentType } = sent(to);
        return {
          method,
          body,
          ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
        };
      },
      verdicts: verdictsOf(request),
      ...(JOBS[id] && { jobs: JOBS[id] }),
      bodies: bodiesOf(request),
      ...(of && { of }),
    };
  },
);
