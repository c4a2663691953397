/**
 * A server that receives hooks. It checks each message as https://www.standardwebhooks.com has it: the signature with its own
 * library, id and time (within five minutes of the receiver's clock, which that library cannot be told) here.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own data
  data: any;
}

/** What the server does with a message: a status, or no answer at all. `lost`: it is received, but nobody learns of it. */
export type Mood = number | 'hang' | 'cut' | 'lost';

export interface HookReceiver {
  url: string;
  /** Messages that were received and are genuine, also repeated ones. */
  received: Received[];
  /** Requests, whatever became of them. */
  requests: number;
  /** Without a genuine signature. */
  forged: number;
  secret: string;
  mood: (request: number) => Mood;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** @param now the receiver's own clock, Unix milliseconds */
export async function startHookReceiver(now: () => number = Date.now): Promise<HookReceiver> {
  let server: Server;
  let port = 0;
  const start = async () => {
    server = createServer((request, response) => void take(request, response).catch(() => request.destroy()));
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    // A suite that leaves one behind ends all the same.
    server.unref();
    ({ port } = server.address() as AddressInfo);
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const mood = receiver.mood(receiver.requests++);
    const body = await text(request);
    if (mood === 'hang') return;
    if (mood === 'cut') return request.destroy();
    if (!isGenuine(request.headers, body, receiver.secret, now())) {
      receiver.forged += 1;
      return response.writeHead(401).end();
    }
    if (mood === 'lost' || (mood >= 200 && mood < 300))
      receiver.received.push({ id: String(request.headers['webhook-id']), ...JSON.parse(body) });
    if (mood === 'lost') return request.destroy();
    // An address to be redirected to, and more of an answer than anybody should read.
    return response.writeHead(mood, { location: receiver.url }).end('x'.repeat(100_000));
  };
  const kill = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  await start();
  const receiver: HookReceiver = {
    url: `http://127.0.0.1:${port}/told`,
    received: [],
    requests: 0,
    forged: 0,
    secret: '',
    mood: () => 200,
    kill,
    restart: start,
  };
  return receiver;
}

function isGenuine(headers: IncomingMessage['headers'], body: string, secret: string, now: number): boolean {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  ) as [string, string, string];
  if (id === '' || id.includes('.') || !/^\d+$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > 300) return false;
  const wanted = new Webhook(secret).sign(id, new Date(1000 * Number(time)), body);
  return signatures.split(' ').includes(wanted);
}
