import { Readable } from 'node:stream';
import JSZip from 'jszip';
import './zip-checksum.ts';
import type { ZipFile } from './zip-files.ts';

/**
 * The archive of files that come one after the other, each stored, not deflated. jszip wants to know all entries before
 * the first byte; here it gets each one just before the one ahead of it ends, so that a file which turns out to be
 * unreadable never becomes an entry, and 65,000 entries take no more memory than ten.
 *
 * How: jszip asks `forEach`, of its public interface, for the entries, and what it hands to `forEach` connects a file to
 * the archive at any time while another one is being written. An entry's content therefore does not end before the next
 * one is connected. Errors do not go through jszip, which drops those that reach it while it is paused.
 * @param first the first file: there is no archive without one
 * @param rest the others; ended when the stream is destroyed
 */
export function zipStream(first: ZipFile, rest: AsyncGenerator<ZipFile>): Readable {
  const zip = new JSZip();
  const date = new Date();
  let connect: (path: string, file: JSZip.JSZipObject) => void = () => {};

  const add = ({ path, content }: ZipFile): void => {
    const options = { binary: true, createFolders: false, date };
    const file = zip.file(path, Readable.from(whole(content), { objectMode: false }), options).file(path);
    zip.remove(path);
    if (file) connect(path, file);
  };

  async function* whole(content: ZipFile['content']): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of content) if (chunk.length > 0) yield chunk;
      const next = await rest.next();
      if (!next.done) add(next.value);
    } catch (error) {
      archive.destroy(error as Error);
    }
  }

  zip.forEach = (callback) => {
    connect = callback;
    add(first);
  };
  const made = zip.generateNodeStream({ streamFiles: true, compression: 'STORE' });
  const archive = new Readable({ highWaterMark: 1024 * 1024 }).wrap(made);
  archive.once('close', () => void rest.return(undefined).catch(() => {}));
  return archive;
}
