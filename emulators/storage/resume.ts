import type { IncomingMessage } from 'node:http';
import type { Call, Operation, Parts, Reply } from './call.ts';
import { invalid, StorageError } from './errors.ts';
import { complete } from './insert.ts';
import { sumsOf } from './integrity.ts';
import { type Chunk, chunkOf } from './range.ts';
import { objectResource } from './resource.ts';
import type { Session } from './sessions.ts';

/**
 * PUT with `upload_id`: the next bytes of a resumable upload, or a query of its state. 308 with `Range` while bytes are
 * missing, the object once it is complete. Bytes received before a broken connection are kept.
 */
export async function resumeUpload(call: Call, parts: Parts): Promise<Reply> {
  const id = call.query.get('upload_id') ?? '';
  const session = parts.sessions.find(id);
  if (!session) throw new StorageError(404, 'notFound', 'No such upload session.');
  const reply = await receiveNext(call, { id, session }, parts);
  return { ...reply, headers: { ...reply.headers, ...corsOf(session, call.headers.origin) } };
}

/** The service lets pages of the origin that started the upload read its answers, whatever the bucket's CORS settings. */
const corsOf = ({ origin }: Session, asking: string | undefined): Record<string, string> =>
  origin !== undefined && origin === asking
    ? {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Content-Length, Content-Type, Date, Range, X-GUploader-UploadID',
        vary: 'Origin',
      }
    : {};

/** OPTIONS of an upload. */
export const answerUploadPreflight: Operation = async ({ query, headers }, { sessions }) => {
  const session = sessions.find(query.get('upload_id') ?? '');
  const cors = session ? corsOf(session, headers.origin) : {};
  const more = Object.keys(cors).length > 0 && {
    'access-control-allow-methods': 'PUT, POST, DELETE',
    'access-control-allow-headers': 'Content-Range, Content-Type',
    'access-control-max-age': '3600',
  };
  return { status: 200, headers: { ...cors, ...more }, text: '' };
};

async function receiveNext(
  call: Call,
  { id, session }: { id: string; session: Session },
  parts: Parts,
): Promise<Reply> {
  await takeOver(session);
  if (session.result) return { status: 200, json: objectResource(session.result, call.origin) };
  const chunk = chunkOf(call.headers['content-range']);
  requireSize(session, chunk.total);
  await receive(session, chunk, call.body);
  if (!isWhole(session, chunk)) return incomplete(session);
  try {
    requireSize(session, session.writer.size);
    const { crc32c, md5Hash } = sumsOf(call.headers['x-goog-hash']);
    const sums = { ...session.intent.sums, ...(crc32c ? { crc32c } : {}), ...(md5Hash ? { md5Hash } : {}) };
    session.result = await complete(parts.store, session.writer, { ...session.intent, sums });
  } catch (error) {
    await parts.sessions.cancel(id);
    throw error;
  }
  return { status: 200, json: objectResource(session.result, call.origin) };
}

/** @param size in bytes, undefined if it is not known yet @throws 400 if another one was said at the start */
function requireSize({ size: said }: Session, size: number | undefined): void {
  if (said !== undefined && size !== undefined && size !== said)
    throw invalid(`The upload is one of ${said} bytes, not of ${size}.`);
}

/** DELETE with `upload_id`; 499 is the service's answer. */
export async function cancelUpload(call: Call, parts: Parts): Promise<Reply> {
  await parts.sessions.cancel(call.query.get('upload_id') ?? '');
  return { status: 499, text: '' };
}

/** A sender that returns knows that its earlier request is dead, often before this server does. */
async function takeOver(session: Session): Promise<void> {
  session.sending?.stop();
  await session.sending?.done;
}

async function receive(session: Session, chunk: Chunk, body: IncomingMessage): Promise<void> {
  let done = (): void => {};
  session.sending = {
    stop: () => body.destroy(),
    done: new Promise((resolve) => {
      done = resolve;
    }),
  };
  try {
    await append(session, chunk, body);
  } finally {
    delete session.sending;
    done();
  }
}

/** Skips bytes that are already here and drops bytes after a gap; the answer says where to continue. */
async function append(session: Session, { start }: Chunk, body: IncomingMessage): Promise<void> {
  const { writer } = session;
  let skip = start === undefined || start > writer.size ? Number.POSITIVE_INFINITY : writer.size - start;
  for await (const piece of body as AsyncIterable<Buffer>) {
    const fresh = skip > 0 ? piece.subarray(Math.min(skip, piece.length)) : piece;
    skip -= piece.length - fresh.length;
    if (writer.size + fresh.length > (session.size ?? Number.POSITIVE_INFINITY))
      requireSize(session, writer.size + fresh.length);
    if (fresh.length > 0) await writer.write(fresh);
  }
}

function isWhole({ writer }: Session, { start, end, total }: Chunk): boolean {
  if (total !== undefined) return writer.size >= total;
  return start !== undefined && end === undefined && start <= writer.size;
}

function incomplete({ writer }: Session): Reply {
  const headers = writer.size > 0 ? { range: `bytes=0-${writer.size - 1}` } : {};
  return { status: 308, headers, text: '' };
}
