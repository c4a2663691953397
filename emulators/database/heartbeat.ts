import type { WebSocketServer } from 'ws';

/**
 * Disconnects clients that do not answer a ping, so that their onDisconnect writes happen although they did not close.
 * @param every milliseconds: a client may be silent for at most twice this
 * @returns a function that stops the checks
 */
export function watchHeartbeats(sockets: WebSocketServer, every: number): () => void {
  const awaited = new WeakSet<object>();
  sockets.on('connection', (socket) => socket.on('pong', () => awaited.delete(socket)));
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (awaited.has(socket)) socket.terminate();
      awaited.add(socket);
      socket.ping();
    }
  }, every);
  return () => clearInterval(timer);
}
