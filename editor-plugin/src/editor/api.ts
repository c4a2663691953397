/** All requests of the sidebar. They go as the editor's own do: it adds the session's token and the admin root. */

import type { FileDiff } from '../../../functions/src/git/diff/compare-file.ts';
import type { CommitAnswer } from '../../../functions/src/git/operations/create-commit.ts';
import type { FetchAnswer } from '../../../functions/src/git/operations/fetch-remote.ts';
import type { Branches } from '../../../functions/src/git/operations/list-branches.ts';
import type { PullAnswer } from '../../../functions/src/git/operations/pull-remote.ts';
import type { PushAnswer } from '../../../functions/src/git/operations/push-branch.ts';
import type { Log } from '../../../functions/src/git/operations/read-log.ts';
import type { ProjectInfo } from '../../../functions/src/git/operations/read-project-info.ts';
import type { Status } from '../../../functions/src/git/operations/read-status.ts';
import type { ShownCommit } from '../../../functions/src/git/operations/show-commit.ts';
import type { CheckoutCheck } from '../../../functions/src/git/operations/validate-checkout.ts';

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
  reset: { ref: string };
  fetch: FetchAnswer;
  pull: PullAnswer;
  push: PushAnswer;
  'abort-merge': { files: string[] };
  unlock: { removed: string[] };
  login: { remote: string };
  watch: { topic: string; seconds: number };
}

export type Operation = keyof Answers;
/** Beside its own keys, what the editor says about loading the flows. */
export type Answer<O extends Operation> = Answers[O] & { flowsRevision?: string; reloadError?: string };

/** A request that was refused; `message` and `suggestion` are sentences for people. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly suggestion: string | undefined;
  readonly conflicted: string[];
  readonly files: string[];

  constructor(status: number, body: Partial<Record<string, unknown>>) {
    super(typeof body.error === 'string' ? body.error : `HTTP ${status}`);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : status === 0 ? 'offline' : `http_${status}`;
    this.suggestion = typeof body.suggestion === 'string' ? body.suggestion : undefined;
    this.conflicted = Array.isArray(body.conflicted) ? body.conflicted : [];
    this.files = Array.isArray(body.files) ? body.files : [];
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

/** The flows that run. @throws Failure */
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
