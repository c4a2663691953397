import type { IncomingMessage } from 'node:http';
import type { Call, Reply, Rooms } from './call.ts';
import { StorageError } from './errors.ts';
import { complete } from './insert.ts';
import { sumsOf } from './integrity.ts';
import { type Chunk, chunkOf } from './range.ts';
import { objectResource } from './resource.ts';
import type { Session } from './sessions.ts';

/**
 * PUT with `upload_id`: the next bytes of a resumable upload, or the question how far it came. 308 with `Range` while
 * bytes are missing, the object once it is whole. Bytes that came before a broken connection count.
 */
export async function resumeUpload(call: Call, rooms: Rooms): Promise<Reply> {
  const id = call.query.get('upload_id') ?? '';
  const session = rooms.sessions.find(id);
  if (!session) throw new StorageError(404, 'notFound', 'No such upload session.');
  await takeOver(session);
  if (session.result) return { status: 200, json: objectResource(session.result, call.origin) };
  const chunk = chunkOf(call.headers['content-range']);
  await receive(session, chunk, call.body);
  if (!isWhole(session, chunk)) return incomplete(session);
  try {
    const { crc32c, md5Hash } = sumsOf(call.headers['x-goog-hash']);
    const sums = { ...session.intent.sums, ...(crc32c ? { crc32c } : {}), ...(md5Hash ? { md5Hash } : {}) };
    session.result = await complete(rooms.store, session.writer, { ...session.intent, sums });
  } catch (error) {
    await rooms.sessions.cancel(id);
    throw error;
  }
  return { status: 200, json: objectResource(session.result, call.origin) };
}

/** DELETE with `upload_id`; 499 is what the service answers. */
export async function cancelUpload(call: Call, rooms: Rooms): Promise<Reply> {
  await rooms.sessions.cancel(call.query.get('upload_id') ?? '');
  return { status: 499, text: '' };
}

/** A sender that comes back knows that its former request is dead, often before we do. */
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

/** Bytes that are already here are skipped; bytes after a gap are dropped, and the answer says where to go on. */
async function append({ writer }: Session, { start }: Chunk, body: IncomingMessage): Promise<void> {
  let skip = start === undefined || start > writer.size ? Number.POSITIVE_INFINITY : writer.size - start;
  for await (const piece of body as AsyncIterable<Buffer>) {
    const fresh = skip > 0 ? piece.subarray(Math.min(skip, piece.length)) : piece;
    skip -= piece.length - fresh.length;
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
