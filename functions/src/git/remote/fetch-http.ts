import type { Repository } from '../repository.ts';
import type { FoundRemote } from './find-remote.ts';
import { runTransport, type Transport } from './run-transport.ts';

/** Brings the remote's branches and tags here; returns where they stand, by the names that they get here. */
export async function fetchHttp(repository: Repository, remote: FoundRemote): Promise<Map<string, string>> {
  const { refs } = await runTransport(repository, remote, 'fetch', async (transport) => {
    const remoteRef = await anyBranch(transport);
    const { fetch } = await import('./transport-library.ts');
    if (remoteRef !== undefined)
      await fetch({ ...transport, remoteRef, tags: true, singleBranch: false, cache: {} });
  });
  return refs;
}

/** The library wants one ref that exists; the remote's HEAD may lead nowhere. undefined for an empty repository. */
async function anyBranch(transport: Transport): Promise<string | undefined> {
  const { listServerRefs } = await import('./transport-library.ts');
  const { http, url, corsProxy, onAuth, onAuthFailure } = transport;
  const refs = await listServerRefs({ http, url, corsProxy, onAuth, onAuthFailure, protocolVersion: 1 });
  return refs.find(({ ref }) => ref.startsWith('refs/heads/'))?.ref;
}
