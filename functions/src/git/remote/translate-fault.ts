/** Failures of isomorphic-git's transport made into our own, by its codes and never by its texts. */

import { GitFault, isGitFault } from '../git-fault.ts';
import { errorCode } from '../storage/error-code.ts';

export type Direction = 'fetch' | 'push';

/** What cannot be translated is no failure of the remote, and comes back as it is. */
export function translateFault(error: unknown, direction: Direction): unknown {
  if (isGitFault(error)) return error;
  const { code, data } = describe(error);
  if (code === 'HttpError') return httpFault(Number(data.statusCode), direction);
  if (code === 'UserCanceledError') return new GitFault('git_auth_failed');
  if (code === 'PushRejectedError') return new GitFault('git_push_failed');
  if (code === 'GitPushError') return pushFault(data.result);
  return LIBRARY_CODES.has(code) ? new GitFault('git_remote_error') : error;
}

const LIBRARY_CODES = new Set([
  'SmartHttpError',
  'ParseError',
  'RemoteCapabilityError',
  'EmptyServerResponseError',
  'InternalError',
  'NotFoundError',
  'DecompressionError',
]);

function describe(error: unknown): { code: string; data: Readonly<Record<string, unknown>> } {
  if (typeof error !== 'object' || error === null) return { code: '', data: {} };
  const data = 'data' in error && typeof error.data === 'object' && error.data !== null ? error.data : {};
  return { code: errorCode(error), data: data as Record<string, unknown> };
}

function httpFault(status: number, direction: Direction): GitFault {
  if (status === 401) return new GitFault('git_auth_failed');
  if (status === 403) return new GitFault(direction === 'push' ? 'git_push_denied' : 'git_auth_failed');
  if (status === 404 || status === 410) return new GitFault('git_repository_not_found');
  return new GitFault(
    status === 502 || status === 503 || status === 504 ? 'git_connection_failed' : 'git_remote_error',
  );
}

/** Words that git's own receive-pack answers with when the branch moved meanwhile: part of its protocol, not prose. */
const MOVED = /^(non-fast-forward|fetch first|stale info|failed to (update ref|lock)|cannot lock ref)/;

function pushFault(result: unknown): GitFault {
  const refs =
    typeof result === 'object' && result !== null && 'refs' in result ? Object.values(result.refs ?? {}) : [];
  const reasons = refs.map((ref: unknown) =>
    typeof ref === 'object' && ref !== null && 'error' in ref ? String(ref.error) : '',
  );
  return new GitFault(reasons.some((reason) => MOVED.test(reason)) ? 'git_push_failed' : 'git_push_declined');
}
