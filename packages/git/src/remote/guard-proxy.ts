/**
 * A SOCKS proxy inside this process, for one call of git to one remote. It resolves the remote's name, checks the address
 * and connects to exactly that address, so that DNS rebinding, redirects and literal addresses cannot bypass the check. It
 * also limits how much a remote sends, and how long it is silent.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Resolve } from '../../../address/src/find-addresses.ts';
import { GitFault } from '../git-fault.ts';
import { judgeHost } from './judge-host.ts';
import type { RemoteRules } from './remote-options.ts';
import type { RemoteAddress } from './require-remote-url.ts';

const LARGEST_ANSWER = 4 * 1_024 * 1_024 * 1_024;
/** Even if a remote is silent, an operation answers within 30 s in total. */
const SILENCE_MS = 25_000;
/** Maximum bytes of a greeting, a login and a request. */
const LARGEST_MESSAGE = 1_024;

export interface GuardProxy {
  /** For `http.proxy`, with a password that only this call knows. */
  readonly url: string;
  /** The rejection or failure of the proxy itself, instead of git's interpretation of it. */
  failure(): GitFault | undefined;
  close(): void;
}

export async function openGuardProxy(
  address: RemoteAddress,
  rules: RemoteRules = {},
  resolve?: Resolve,
): Promise<GuardProxy> {
  const password = randomBytes(16).toString('hex');
  const sockets = new Set<Socket>();
  let failure: GitFault | undefined;
  const fail = (fault: GitFault): void => {
    failure ??= fault;
  };
  const server = createServer((client) => {
    track(sockets, client);
    serve({ client, password, address, rules, fail, resolve, sockets }).catch((error: unknown) => {
      if (error instanceof GitFault) fail(error);
      client.destroy();
    });
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `socks5h://git:${password}@127.0.0.1:${port}`,
    failure: () => failure,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
}

interface Serving {
  client: Socket;
  password: string;
  address: RemoteAddress;
  rules: RemoteRules;
  fail(fault: GitFault): void;
  resolve: Resolve | undefined;
  sockets: Set<Socket>;
}

/** RFC 1928 and 1929, as far as git's client uses them. */
async function serve(serving: Serving): Promise<void> {
  const { client, password, address, rules, resolve, sockets } = serving;
  const next = messagesOf(client);
  await next((bytes) => bytes.length >= 2 && bytes.length >= 2 + (bytes[1] ?? 0));
  client.write(Uint8Array.of(5, 2));
  const login = await next((bytes) => isLogin(bytes));
  const isKnown = login.subarray(3 + (login[1] ?? 0)).toString('latin1') === password;
  client.write(Uint8Array.of(1, isKnown ? 0 : 1));
  if (!isKnown) throw new Error('another program');
  const { host, port } = readRequest(await next((bytes) => bytes.length >= lengthOfRequest(bytes)));
  if (host !== address.host || port !== address.port)
    throw new GitFault('git_remote_refused', { reason: 'it redirects to another place' });
  const addresses = await judgeHost(address, rules, resolve);
  const share = (rules.timeoutMs ?? SILENCE_MS) / addresses.length;
  const remote = await connectFirst(addresses, port, share);
  track(sockets, remote);
  join(serving, remote);
}

/**
 * Some addresses of a name may not answer, for example those of `localhost`.
 * @param share milliseconds for each: a firewall drops what it refuses without a word
 */
async function connectFirst(
  [ip, ...others]: readonly string[],
  port: number,
  share: number,
): Promise<Socket> {
  const socket = connect({ host: ip, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(share) });
    return socket;
  } catch {
    socket.destroy();
    if (others.length === 0) throw new GitFault('git_connection_failed');
    return connectFirst(others, port, share);
  }
}

/** Reads messages whose end the predicate detects; the client waits for each answer. */
function messagesOf(client: Socket) {
  return (isWhole: (bytes: Buffer) => boolean): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      let bytes: Buffer = Buffer.alloc(0);
      const onClose = (): void => reject(new Error('closed'));
      const onData = (part: Buffer): void => {
        bytes = Buffer.concat([bytes, part]);
        if (!isWhole(bytes) && bytes.length <= LARGEST_MESSAGE) return;
        client.off('data', onData).off('close', onClose).pause();
        resolve(bytes);
      };
      client.on('data', onData).on('close', onClose).resume();
    });
}

function isLogin(bytes: Buffer): boolean {
  const name = bytes[1] ?? 255;
  return bytes.length >= 3 + name && bytes.length >= 3 + name + (bytes[2 + name] ?? 255);
}

const [NAME, IPV4] = [3, 1];

function lengthOfRequest(bytes: Buffer): number {
  if (bytes[3] === NAME) return 7 + (bytes[4] ?? LARGEST_MESSAGE);
  return bytes[3] === IPV4 ? 10 : 22;
}

function readRequest(bytes: Buffer): { host: string; port: number } {
  const end = lengthOfRequest(bytes) - 2;
  const port = bytes.readUInt16BE(end);
  if (bytes[3] === NAME) return { host: bytes.toString('latin1', 5, end).toLowerCase(), port };
  const raw = bytes.subarray(4, end);
  if (bytes[3] === IPV4) return { host: raw.join('.'), port };
  const groups = Array.from({ length: 8 }, (_, at) => raw.readUInt16BE(at * 2).toString(16));
  return { host: new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1), port };
}

/** Forwards both directions within the limits. */
function join({ client, rules, fail }: Serving, remote: Socket): void {
  let size = 0;
  const end = (fault: GitFault): void => {
    fail(fault);
    client.destroy();
    remote.destroy();
  };
  remote.setTimeout(rules.timeoutMs ?? SILENCE_MS, () => end(new GitFault('git_connection_failed')));
  remote.on('data', (part: Buffer) => {
    size += part.length;
    if (size > (rules.largestAnswer ?? LARGEST_ANSWER)) end(new GitFault('git_too_large'));
  });
  client.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  client.pipe(remote);
  remote.pipe(client);
  client.on('close', () => remote.destroy());
  remote.on('close', () => client.end());
}
