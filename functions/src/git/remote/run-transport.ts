import type { AuthCallback, AuthFailureCallback, HttpClient, PromiseFsClient } from 'isomorphic-git';
import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { httpClient } from './http-client.ts';
import { type Direction, translateFault } from './translate-fault.ts';
import { transportFs } from './transport-fs.ts';

export interface Transport {
  fs: PromiseFsClient;
  http: HttpClient;
  gitdir: string;
  remote: string;
  url: string;
  /** Empty on purpose: `http.corsProxy` in a configuration would send credentials to a third party. */
  corsProxy: string;
  onAuth: AuthCallback;
  onAuthFailure: AuthFailureCallback;
}

/** Runs one exchange with a remote over http; returns the refs that it found moved. Library faults come out as ours. */
export async function runTransport<T>(
  repository: Repository,
  remote: FoundRemote,
  direction: Direction,
  work: (transport: Transport) => Promise<T>,
): Promise<{ result: T; refs: Map<string, string> }> {
  const { fs, refs } = transportFs(repository);
  const onAuth: AuthCallback = async () => {
    const found = remote.credentials ?? (await repository.options.onAuth?.(remote.address.shown));
    return found === undefined
      ? { cancel: true }
      : { username: found.username ?? '', password: found.password ?? '' };
  };
  const http = httpClient(remote.address, repository.options.remotes);
  const { url } = remote.address;
  const common = { fs, http, gitdir: repository.commondir, remote: remote.name, url, corsProxy: '' };
  try {
    // Credentials that were refused once are refused for good: asking again would only lock the account.
    return { result: await work({ ...common, onAuth, onAuthFailure: () => ({ cancel: true }) }), refs };
  } catch (error) {
    throw translateFault(error, direction);
  }
}
