import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** Entries of an archive by path, in order; checksums are verified. @throws if yauzl rejects the archive */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify(fromBuffer) as unknown as (bytes: Buffer, options: object) => Promise<ZipFile>;
  const zip = await open(archive, { lazyEntries: true, strictFileNames: true });
  const entries = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      readEntry(zip, entry).then((bytes) => {
        if (entries.has(entry.fileName)) reject(new Error(`${entry.fileName} is there twice`));
        entries.set(entry.fileName, bytes);
        zip.readEntry();
      }, reject);
    });
    zip.once('end', resolve).once('error', reject);
    zip.readEntry();
  });
  return entries;
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const openStream = promisify(zip.openReadStream.bind(zip)) as (
    entry: Entry,
  ) => Promise<NodeJS.ReadableStream>;
  const bytes = await buffer(await openStream(entry));
  if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} has another checksum`);
  return bytes;
}
