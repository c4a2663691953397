/** Requests written to a socket byte by byte, so that invalid ones can be sent too, and stored as JSON. */
import { connect } from 'node:net';
import { STEP } from './limits.ts';

/** How the body is sent. */
export type Framing =
  | 'plain'
  /** In odd pieces, one packet each. */
  | 'chunked'
  /** `Content-Length` is larger than the body; the sender then closes its side. */
  | 'truncated'
  /** The last chunk is missing; the sender then closes its side. */
  | 'chunked-truncated'
  /** `Content-Length` is smaller than the body. */
  | 'overlong'
  /** In pieces with pauses between them. */
  | 'slow';

export interface WireRequest {
  /** Name of the valid request that it was made from. */
  route: string;
  /** Description of the broken part. */
  broken: string;
  /** `front`: through the stack's front; `function`: directly to the framework, as in the deployed container. */
  via: 'front' | 'function';
  method: string;
  /** From `/`, after the base address; sent unchanged. */
  target: string;
  headers: [string, string][];
  /** Base64; `''` sends none. */
  body: string;
  framing: Framing;
}

export interface WireAnswer {
  /** 0: the connection ended without an answer; -1: no answer in time. */
  status: number;
  headers: Map<string, string>;
  body: Buffer;
  ms: number;
}

export interface Address {
  host: string;
  port: number;
  /** What is put before the request's path. */
  prefix: string;
}

/** Never throws: no answer is one of the outcomes. */
export async function sendWire(request: WireRequest, { host, port, prefix }: Address): Promise<WireAnswer> {
  const started = performance.now();
  const chunks: Buffer[] = [];
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
  const over = new Promise<'ended' | 'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), STEP);
    const end = () => {
      clearTimeout(timer);
      resolve('ended');
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
    socket.once('end', end).once('close', end);
    // A server may close the connection while the request is still being sent, with or without an answer.
    socket.on('error', end);
  });
  await write(socket, request, `${host}:${port}`, prefix);
  const outcome = await over;
  socket.destroy();
  const ms = performance.now() - started;
  return { ...parse(Buffer.concat(chunks), outcome === 'late'), ms };
}

async function write(socket: ReturnType<typeof connect>, request: WireRequest, host: string, prefix: string) {
  const body = Buffer.from(request.body, 'base64');
  const { method, target, headers, framing } = request;
  const hostLine: [string, string][] = headers.some(([name]) => name.toLowerCase() === 'host')
    ? []
    : [['Host', host]];
  const lines = [...hostLine, ...headers, ...framingHeaders(framing, body), ['Connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // UTF-8 if it is not Latin-1: raw bytes in a path are tested too.
  socket.write(Buffer.from(`${method} ${prefix}${target} HTTP/1.1\r\n${head}\r\n`));
  for (const piece of pieces(framing, body)) {
    if (framing === 'slow') await new Promise((resolve) => setTimeout(resolve, 20));
    if (socket.destroyed) return;
    socket.write(piece);
  }
  if (isUnsound(request)) socket.end();
}

/** The server cannot know where the body ends, or waits for more: the sender closes its side and may get no answer. */
export const isUnsound = ({ framing, headers }: WireRequest): boolean =>
  framing.endsWith('truncated') ||
  headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));

function framingHeaders(framing: Framing, body: Buffer): [string, string][] {
  if (framing === 'chunked' || framing === 'chunked-truncated') return [['Transfer-Encoding', 'chunked']];
  if (framing === 'truncated') return [['Content-Length', String(body.length + 100)]];
  if (framing === 'overlong') return [['Content-Length', String(Math.max(body.length - 7, 0))]];
  return body.length > 0 ? [['Content-Length', String(body.length)]] : [];
}

function pieces(framing: Framing, body: Buffer): Buffer[] {
  if (framing === 'slow') return cut(body, Math.ceil(body.length / 4) || 1);
  if (framing !== 'chunked' && framing !== 'chunked-truncated') return [body];
  const chunks = cut(body, 4097).map((part) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)};odd="1"\r\n`), part, Buffer.from('\r\n')]),
  );
  return framing === 'chunked' ? [...chunks, Buffer.from('0\r\nX-Trailer: 1\r\n\r\n')] : chunks;
}

function cut(body: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) parts.push(body.subarray(at, at + size));
  return parts;
}

/** The first answer in the bytes; an interim `100 Continue` is skipped. */
function parse(bytes: Buffer, isLate: boolean): Omit<WireAnswer, 'ms'> {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return { status: isLate ? -1 : 0, headers: new Map(), body: Buffer.alloc(0) };
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = bytes.subarray(end + 4);
  if (status === 100) return parse(rest, isLate);
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
  );
  const body = headers.get('transfer-encoding') === 'chunked' ? dechunk(rest) : rest;
  return { status: isLate ? -1 : status, headers, body };
}

function dechunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = line < 0 ? 0 : Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
