import type { ServerResponse } from 'node:http';

/** Where browsers poll for messages, by script tags, when they believe that WebSockets do not work here. */
export const LONG_POLL_PATH = '/.lp';
/** What the web SDK remembers in the page's storage once a WebSocket failed to connect. */
const MEMORY = 'firebase:previous_websocket_failure';

/**
 * A page that was open while this server was restarted polls from then on, after each reload too. Polling is not
 * served here: the script makes the SDK forget that failure and connect anew, which takes it to the WebSocket.
 * @param callback the SDK's number for its callbacks, from the query parameter `cb`.
 */
export function sendToWebSocket(response: ServerResponse, callback: string | null): void {
  if (!/^\d+$/.test(callback ?? '')) {
    response.writeHead(400).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
  response.end(`parent.localStorage.removeItem('${MEMORY}');parent['pLPCommand${callback}']('close');`);
}
