import type { WebSocketServer } from 'ws';

/**
 * Cuts off clients that answer no ping, so that what they left for their disconnect is done although no goodbye came.
 * @param every milliseconds: a client is silent for at most twice this. @returns what stops it.
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
