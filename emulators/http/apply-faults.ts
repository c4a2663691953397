/** What each embedded server does first with a request: the control route of faults, and the fault that was set for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Faults, sleep } from '../faults.ts';
import { controlFaults } from './fault-control.ts';

const FAULTS_PATH = '/__faults';

/**
 * Answers the control route and applies the fault that matches this request.
 * @returns `answered`: nothing more to do; `reset-after`: do the work, then call `response.destroy()` instead of
 *   answering; `go`: no fault.
 */
export async function applyFaults(
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<'answered' | 'reset-after' | 'go'> {
  const path = request.url ?? '/';
  if (path === FAULTS_PATH) {
    await controlFaults(faults, request, response);
    return 'answered';
  }
  const fault = faults.take(request.method ?? 'GET', path);
  if (!fault) return 'go';
  if (fault.latency) await sleep(fault.latency);
  if (fault.hang) return 'answered';
  if (fault.reset === 'before') {
    request.socket.destroy();
    return 'answered';
  }
  if (fault.status !== undefined) {
    request.resume();
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    response.end(typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? {}));
    return 'answered';
  }
  return fault.reset === 'after' ? 'reset-after' : 'go';
}
