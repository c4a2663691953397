import { onThisMachine } from '../../common/concurrency/timeout.ts';
import { editorAddress, editorToken } from '../../common/config.ts';
import { describeError, log } from '../../common/log.ts';

const DEADLINE = 10_000;

/** The editor's status after it has loaded its flows. A page of a proxy in front of it answers 200. */
const RELOADED = 204;

/** Node-RED's Admin API. Without an address, nothing is reloaded and nothing is reported. */
export const editor = {
  /** Called after files may have changed; resolves to null, or to a sentence that says why the flows were not reloaded. */
  async reloadFlows(): Promise<string | null> {
    const address = editorAddress();
    if (address === null) return null;
    try {
      const response = await fetch(new URL('flows', address), {
        method: 'POST',
        headers: requestHeaders(),
        body: '[]',
        redirect: 'error',
        signal: AbortSignal.timeout(onThisMachine(DEADLINE)),
      });
      await response.arrayBuffer();
      return response.status === RELOADED ? null : refused(response.status);
    } catch (error) {
      log('WARNING', 'flows not reloaded', { reason: describeError(error) });
      return 'The flow editor could not be reached; reload its flows there.';
    }
  },
};

function requestHeaders(): Record<string, string> {
  const token = editorToken();
  return {
    'Content-Type': 'application/json',
    // The editor reads the files again and ignores the body.
    'Node-RED-Deployment-Type': 'reload',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

function refused(status: number): string {
  log('WARNING', 'flows not reloaded', { status });
  return status === 401 || status === 403
    ? 'The flow editor did not accept the credentials; reload its flows there.'
    : 'The flow editor did not reload its flows; reload them there.';
}
