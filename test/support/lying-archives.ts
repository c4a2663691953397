/** Exports that are not what they say: whoever unpacks one must notice, and leave nothing. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { zipStream } from '../../functions/src/dataset/zip/zip-stream.ts';
import { writeZip } from './write-zip.ts';

/** An archive as the service writes it: sizes behind pictures, before texts. What marks a size is in the picture too. */
export const honestArchive = (): Promise<Buffer> => {
  const picture = Buffer.concat([Buffer.alloc(300_000, 7), Buffer.from('PK\x07\x08'), Buffer.alloc(40)]);
  const first = { path: 'images/ä.jpg', content: Readable.from([picture], { objectMode: false }) };
  const rest = (async function* () {
    yield { path: 'labels/', content: [] };
    yield { path: 'data.yaml', content: [Buffer.from('names: []\n')] };
  })();
  return buffer(zipStream(first, rest));
};

/** A file whose content says that it ends, and that another one follows. */
function forged(): Buffer {
  const begin = Buffer.from('begin');
  const description = Buffer.alloc(16);
  description.write('PK\x07\x08', 'latin1');
  description.writeUInt32LE(crc32(begin), 4);
  for (const at of [8, 12]) description.writeUInt32LE(begin.length, at);
  const inner = writeZip([{ path: 'evil.py', bytes: 'evil' }]);
  const content = Buffer.concat([begin, description, inner.subarray(0, inner.indexOf('PK\x01\x02'))]);
  return writeZip([{ path: 'a.jpg', bytes: content, stated: { flags: 0x808 } }]);
}

/** With what is said about it. */
export const LIES: Readonly<Record<string, [archive: Buffer, why: string]>> = {
  'a path upwards': [writeZip([{ path: '../a', bytes: 'x' }]), 'no path'],
  'an absolute path': [writeZip([{ path: '/a', bytes: 'x' }]), 'no path'],
  'a path of Windows': [writeZip([{ path: 'C:\\a', bytes: 'x' }]), 'no path'],
  'a compressed file': [writeZip([{ path: 'a', bytes: 'x', packed: true }]), 'compressed'],
  'another checksum': [writeZip([{ path: 'a', bytes: 'x', stated: { crc32: 1 } }]), 'checksum'],
  'no end': [writeZip([{ path: 'a', bytes: 'x' }]).subarray(0, 40), 'too early'],
  'no archive': [Buffer.from('<html>Log in to the hotel</html>'), 'not in order'],
  'a file inside a file': [forged(), 'lists other files'],
};
