import type { ServerResponse } from 'node:http';

/** Path of long polling by script tags, which browsers use when they believe that WebSockets do not work. */
export const LONG_POLL_PATH = '/.lp';
/** The flag that the web SDK keeps in the page's storage after a WebSocket failed to connect. */
const MEMORY = 'firebase:previous_websocket_failure';

/**
 * A page that was open during a restart of this server polls from then on, even after a reload. Polling is not
 * supported here: the script clears the SDK's flag and makes it reconnect by WebSocket.
 * @param callback the SDK's callback number, from the query parameter `cb`.
 */
export function sendToWebSocket(response: ServerResponse, callback: string | null): void {
  if (!/^\d+$/.test(callback ?? '')) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(`parent.localStorage.removeItem('${MEMORY}');parent['pLPCommand${callback}']('close');`);
}
