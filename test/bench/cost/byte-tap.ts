/** Forwards TCP and counts the bytes in each direction. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ByteTap {
  /** `127.0.0.1:port` */
  address: string;
  /** Bytes to and from the server since the last call. */
  take(): { up: number; down: number };
  close(): Promise<void>;
}

/** @param target `host:port`, evaluated for each connection */
export async function startByteTap(target: () => string): Promise<ByteTap> {
  const sockets = new Set<Socket>();
  let bytes = { up: 0, down: 0 };
  const server = createServer((client) => {
    const [host, port] = target().split(':') as [string, string];
    const upstream = connect({ host, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      bytes.up += chunk.length;
    });
    upstream.on('data', (chunk) => {
      bytes.down += chunk.length;
    });
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = bytes;
      bytes = { up: 0, down: 0 };
      return taken;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
