/** All requests of the sidebar, sent through the editor, which adds the session's token and the admin root. */

import type { FileDiff } from '../../../packages/git/src/diff/file-diff.ts';
import type { FlowConflict } from '../../../packages/git/src/flows/merge-flows.ts';
import type { CommitAnswer } from '../../../packages/git/src/operations/create-commit.ts';
import type { FetchAnswer } from '../../../packages/git/src/operations/fetch-remote.ts';
import type { Branches } from '../../../packages/git/src/operations/list-branches.ts';
import type { PullAnswer } from '../../../packages/git/src/operations/pull-remote.ts';
import type { PushAnswer } from '../../../packages/git/src/operations/push-branch.ts';
import type { Log } from '../../../packages/git/src/operations/read-log.ts';
import type { ProjectInfo } from '../../../packages/git/src/operations/read-project-info.ts';
import type { Status } from '../../../packages/git/src/operations/read-status.ts';
import type { ShownCommit } from '../../../packages/git/src/operations/show-commit.ts';
import type { CheckoutCheck } from '../../../packages/git/src/operations/validate-checkout.ts';
import type { Asking } from '../runtime/name-asking.ts';

interface Answers {
  'project-info': ProjectInfo;
  status: { status: Status };
  branches: Branches;
  log: Log;
  show: ShownCommit;
  diff: { files: FileDiff[] };
  'validate-checkout': CheckoutCheck;
  add: { files: string[] };
  unstage: { files: string[] };
  discard: { files: string[] };
  commit: CommitAnswer;
  checkout: { ref: string; isDetachedHead: boolean };
  'return-to-latest': { branch: string };
  'create-branch': { branch: string; commit: string };
  'switch-branch': { branch: string; created: boolean; tracking: string | null };
  'rename-branch': { branch: string; previous: string };
  'delete-branch': { branch: string; kept: string[] };
  'set-upstream': { branch: string; tracking: string | null };
  revert: { commit: string; files: string[] };
  reset: { ref: string };
  fetch: FetchAnswer;
  pull: PullAnswer;
  resolve: Omit<PullAnswer, 'fetched'>;
  push: PushAnswer;
  'abort-merge': { files: string[] };
  unlock: { removed: string[] };
  login: { remote: string };
  watch: { topic: string; seconds: number; id: string };
}

export type Operation = keyof Answers;
/** Whether the editor loaded the flows again, besides the operation's own keys. */
export type Answer<O extends Operation> = Answers[O] & { flowsRevision?: string; reloadError?: string };

/** An error answer; `message` and `suggestion` are sentences for people. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly suggestion: string | undefined;
  readonly conflicted: string[];
  readonly flowConflicts: FlowConflict[];
  readonly files: string[];
  /** The server that wants a login, or another one. */
  readonly asking: Asking | undefined;

  constructor(status: number, body: Partial<Record<string, unknown>>) {
    super(typeof body.error === 'string' ? body.error : `HTTP ${status}`);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : status === 0 ? 'offline' : `http_${status}`;
    this.suggestion = typeof body.suggestion === 'string' ? body.suggestion : undefined;
    this.conflicted = Array.isArray(body.conflicted) ? body.conflicted : [];
    this.flowConflicts = Array.isArray(body.flowConflicts) ? body.flowConflicts : [];
    this.files = Array.isArray(body.files) ? body.files : [];
    this.asking = body.asking as Asking | undefined;
  }
}

/** @throws Failure */
export function request<O extends Operation>(operation: O, body: object = {}): Promise<Answer<O>> {
  return new Promise((resolve, reject) => {
    const send =
      operation === 'project-info' ? {} : { contentType: 'application/json', data: JSON.stringify(body) };
    $.ajax({
      url: `service-git/${operation}`,
      type: operation === 'project-info' ? 'GET' : 'POST',
      headers: { Accept: 'application/json' },
      cache: false,
      ...send,
      success: (content) => resolve(content as Answer<O>),
      error: ({ status, responseText }) => reject(new Failure(status, parse(responseText))),
    });
  });
}

export interface DeployedFlows {
  flows: object[];
  rev: string;
}

/** The running flows. @throws Failure */
export function requestFlows(): Promise<DeployedFlows> {
  return new Promise((resolve, reject) => {
    $.ajax({
      url: 'flows',
      type: 'GET',
      headers: { Accept: 'application/json' },
      cache: false,
      success: (content) => resolve(content as DeployedFlows),
      error: ({ status, responseText }) => reject(new Failure(status, parse(responseText))),
    });
  });
}

function parse(text: string | undefined): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
