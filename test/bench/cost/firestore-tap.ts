/**
 * A proxy between the functions and Firestore that forwards HTTP/2 unchanged and counts what would be billed. Counting on
 * the wire covers everything that the functions do in their processes.
 */
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { charge, emptyBill, type FirestoreBill } from './firestore-bill.ts';
import { decodeCall } from './firestore-wire.ts';

export interface FirestoreTap {
  /** `127.0.0.1:port` */
  address: string;
  /** Milliseconds by which each answer is delayed. */
  latency: number;
  /**
   * The charges since the last call.
   * @throws the error if something could not be decoded, because the figures would be wrong
   */
  take(): FirestoreBill;
  close(): Promise<void>;
}

/**
 * @param target `host:port`, evaluated for each connection
 * @param onMoment called when a call arrives, and before its answer is returned
 */
export async function startFirestoreTap(target: () => string, onMoment = () => {}): Promise<FirestoreTap> {
  const upstreams = new Set<ClientHttp2Session>();
  let bill = emptyBill();
  let unread: unknown = null;
  const server = createServer({ settings: { initialWindowSize: WINDOW } });
  const note: Note = (path, request, response, status) => {
    try {
      charge(bill, decodeCall(path, request, response), status, Date.now());
    } catch (error) {
      unread ??= error;
    }
  };
  server.on('session', (session) => {
    const upstream = connect(`http://${target()}`, { settings: { initialWindowSize: WINDOW } });
    upstreams.add(upstream);
    upstream.on('error', () => session.destroy());
    session.on('error', () => {});
    session.once('close', () => upstream.destroy());
    session.on('stream', (stream, headers) => {
      onMoment();
      pass(stream, upstream.request(headers), headers, tap, { note, onMoment });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const tap: FirestoreTap = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    latency: 0,
    take() {
      if (unread !== null) throw unread;
      const taken = bill;
      bill = emptyBill();
      return taken;
    },
    close: async () => {
      for (const upstream of upstreams) upstream.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return tap;
}

/** Bytes of one stream that may be in flight: a page of records has a megabyte. */
const WINDOW = 4 * 1024 * 1024;

type Note = (path: string, request: Buffer, response: Buffer, status: number) => void;

function pass(
  stream: ServerHttp2Stream,
  onward: ClientHttp2Stream,
  headers: IncomingHttpHeaders,
  tap: { latency: number },
  { note, onMoment }: { note: Note; onMoment: () => void },
): void {
  const request: Buffer[] = [];
  const response: Buffer[] = [];
  let trailers: IncomingHttpHeaders = {};
  stream.on('data', (chunk: Buffer) => request.push(chunk)).pipe(onward);
  stream.on('error', () => onward.destroy());
  stream.on('aborted', () => onward.close());
  onward.on('error', () => stream.destroy());
  onward.on('trailers', (given) => {
    trailers = given;
  });
  onward.once('response', async (given, flags) => {
    // END_STREAM: the answer is only a status.
    const isEmpty = (flags & 1) !== 0;
    await sleep(tap.latency);
    onMoment();
    const done = (status: unknown) =>
      note(String(headers[':path']), Buffer.concat(request), Buffer.concat(response), Number(status));
    if (isEmpty) done(given['grpc-status']);
    if (stream.destroyed) return;
    if (isEmpty) return stream.respond(given, { endStream: true });
    stream.respond(given, { waitForTrailers: true });
    stream.once('wantTrailers', () => {
      done(trailers['grpc-status']);
      stream.sendTrailers(trailers);
    });
    onward.on('data', (chunk: Buffer) => response.push(chunk)).pipe(stream);
  });
}
