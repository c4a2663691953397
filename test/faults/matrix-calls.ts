/** One call of each sample of each operation, of the records of a cell. */
import type { Known } from '../../functions/src/common/http/sample.ts';
import { type Answered, call, frame } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';
import { type ValidRequest, validRequests } from '../support/samples.ts';
import type { TestStack } from '../support/stack.ts';
import type { Usual } from './matrix-cells.ts';
import type { Own, Subjects } from './matrix-subjects.ts';
import type { Stage } from './stage.ts';

/** The parts of an answer that the matrix uses; `body` is absent for a file. */
export type Seen = Pick<Answered, 'status' | 'headers'> & Partial<Pick<Answered, 'body'>>;

export interface Call extends Omit<Usual, 'status'> {
  /** `monitor addImage`. */
  route: string;
  send(): Promise<Seen>;
}

/** The index of a repository has one writer at a time, and most of the others need a state of their own. */
export const GIT = ['gitStatus', 'gitAdd', 'gitFetch', 'gitPush', 'gitReset'];

export function callsOf(stage: Stage, subjects: Subjects): Call[] {
  const { known, own } = subjects;
  const all = validRequests(known);
  return all.flatMap((request, at) => {
    const { operation, function: name, route } = request;
    if (name === 'service-git' && !GIT.includes(operation.id)) return [];
    const asked = own[operation.id] ? requestOf(known, own[operation.id]!, at) : request;
    const send = sending(stage, subjects)[operation.id] ?? (() => ask(stage.stack, asked, subjects));
    return [{ route, operation, function: name, send }];
  });
}

function requestOf(known: Known, { params, query, body, ...others }: Own, at: number): ValidRequest {
  const of = { ...known, ...others, params: { ...known.params, ...params } };
  const request = validRequests(of)[at] as ValidRequest;
  const asked = query && { query: Object.entries(query) as [string, string][] };
  return { ...request, ...asked, ...(body && { body }) };
}

/** What a sample cannot say: bytes that nobody has sent before, an address that was answered, and what reloads the flows. */
const sending = ({ stack }: Stage, subjects: Subjects): Record<string, () => Promise<Seen>> => ({
  addImage: async () => call(stack, '/monitor/line-1/image', { body: await frame(subjects.frame) }),
  followLink: () => fetchFile(subjects.link),
  gitReset: () => call(stack, '/service-git/reset', { body: { commitRef: 'HEAD', resetMode: 'mixed' } }),
});

async function ask(stack: TestStack, request: ValidRequest, { known }: Subjects): Promise<Seen> {
  const { operation, method, segments, query, body, contentType } = request;
  const answers = operation.answers();
  const search = new URLSearchParams(answers[202] ? [...query, ['wait', '15']] : query);
  const path = `/${[request.function, ...segments].join('/').replace(/\/$/, '')}`;
  const headers = {
    ...(operation.keyed && { 'idempotency-key': known.spare.dataset }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    // Whoever accepts is a person.
    ...(/^accept(Dataset|Monitor)$/.test(operation.id) && {
      authorization: `Bearer ${tokenOf('owner', stack.projectId)}`,
    }),
  };
  const asked = search.size > 0 ? `${path}?${search}` : path;
  if (!answers[200]?.mediaType) return call(stack, asked, { method, body, headers });
  const sent = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {};
  return fetchFile(`${stack.baseUrl}${asked}`, { method, ...sent });
}

/** What leads to a file elsewhere is as good as the file. */
async function fetchFile(url: string, init: RequestInit = {}): Promise<Seen> {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' });
  await body?.cancel();
  return { status: status === 302 ? 200 : status, headers };
}
