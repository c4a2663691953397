/** Contract 8: kinds of callers, and what a row of the access table says of each. */
import { expect } from '@jest/globals';
import type { TestStack } from '../support/stack.ts';

export const CALLERS = [
  'none',
  'bad token',
  'no bearer',
  'expired token',
  'other user',
  'offered',
  'viewer',
  'editor',
  'owner',
  'admin',
  'device',
  'device, as bearer',
  'revoked key',
  'made-up key',
  'other monitor’s key',
  'removed editor’s key',
  'key of a monitor that is not admitted',
  'editor of line 2',
  'git read',
  'git write',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Callers with a key of a dataset (Contract 17). */
export const JOBS = ['job viewer', 'job editor', 'job of another dataset'] as const;
export type Job = (typeof JOBS)[number];

/** Callers that are a service account with the same role, which may do the same. */
export const SERVICES = {
  'service account, viewer': 'job viewer',
  'service account, editor': 'job editor',
  'service account of another dataset': 'job of another dataset',
} as const satisfies Record<string, Job>;
export type Service = keyof typeof SERVICES;

export const serviceOf = (dataset: string, role: string): string =>
  `${dataset}-${role}@jobs.iam.gserviceaccount.com`;

/** The status that a caller gets: 401, 403, 404, or `yes` for the answer of an authorized caller. */
export type Verdict = 401 | 403 | 404 | 409 | 'yes';

const outsiders: Partial<Record<Caller, Verdict>> = {
  none: 401,
  'bad token': 401,
  'no bearer': 401,
  'expired token': 401,
  'revoked key': 401,
  'made-up key': 401,
  // The monitor was theirs to edit; now the key is nobody's.
  'removed editor’s key': 401,
};
export const people = (viewer: Verdict, device: Verdict): Record<Caller, Verdict> => ({
  ...(outsiders as Record<Caller, Verdict>),
  'other user': 404,
  // Ownership is offered to this person, who has not accepted it.
  offered: 404,
  viewer,
  editor: 'yes',
  owner: 'yes',
  admin: 'yes',
  device,
  'device, as bearer': device,
  'other monitor’s key': 404,
  'key of a monitor that is not admitted': 404,
  'editor of line 2': 404,
  'git read': 404,
  'git write': 404,
});
export const git = (read: Verdict, write: Verdict): Record<Caller, Verdict> => ({
  ...people(403, 403),
  'other user': 403,
  offered: 403,
  editor: 403,
  owner: 403,
  admin: 403,
  'other monitor’s key': 403,
  'key of a monitor that is not admitted': 403,
  'editor of line 2': 403,
  'git read': read,
  'git write': write,
});

/** For routes that only check the caller's claims. */
export const claims = (person: Verdict, admin: Verdict): Record<Caller, Verdict> => ({
  ...people(person, 403),
  'other user': person,
  offered: person,
  editor: person,
  owner: person,
  admin,
  'other monitor’s key': 403,
  'key of a monitor that is not admitted': 403,
  'editor of line 2': person,
  'git read': person,
  'git write': person,
});

export interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Row {
  route: string;
  function: string;
  role: string;
  path: (id: { dataset: string; monitor: string; image: string }) => string;
  ask?: (id: { dataset: string; monitor: string; image: string }, stack: TestStack) => Promise<Ask>;
  verdicts: Record<Caller, Verdict>;
  /** Where a job may do less than a member with its role. */
  jobs?: Partial<Record<Job, Verdict>>;
  /** Bodies of 401, 403 and 404; the id is the requested one. */
  bodies: { 401: object; 403: object; 404?: (id: string) => object; 409?: object };
  /** The kind of id in the 404; absent if a missing record cannot be requested. */
  of?: 'dataset' | 'monitor' | 'image';
}

const monitorBody = { data: { error: true, result: 'Monitor not found or access denied' } };
export const datasetBodies = {
  401: { error: true, result: 'Unauthorized' },
  403: { error: true, result: 'Forbidden' },
  404: (id: string) => ({ error: true, result: `Dataset with ID "${id}" not found` }),
  409: { error: true, result: 'dataset does not admit this camera' },
};
export const monitorBodies = { 401: monitorBody, 403: monitorBody, 404: () => monitorBody };
export const denied = { error: true, status: 'Permission denied' };
export const gitBodies = {
  401: expect.objectContaining({ success: false, code: 'unauthorized' }),
  403: expect.objectContaining({ success: false, code: 'forbidden' }),
};

/** In its dataset a job may do what a member with its role may; elsewhere it is a stranger, also to monitors and to git. */
export function jobVerdicts({ route, verdicts, of, jobs }: Row): Record<Job | Service, Verdict> {
  const stranger = of === undefined ? verdicts.device : 404;
  const isElsewhere = !/^(dataset|image) /.test(route);
  const own: Record<Job, Verdict> = {
    'job viewer': isElsewhere ? stranger : verdicts.viewer,
    'job editor': isElsewhere ? stranger : verdicts.editor,
    'job of another dataset': isElsewhere || of !== undefined ? stranger : verdicts['other user'],
    ...jobs,
  };
  const services = Object.entries(SERVICES).map(([service, job]) => [service, own[job]]);
  return { ...own, ...Object.fromEntries(services) };
}
