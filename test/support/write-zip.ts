import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  path: string | Buffer;
  bytes?: Buffer | string;
  /** Deflated instead of stored. */
  packed?: boolean;
  /** What the headers state instead of the truth. */
  stated?: {
    size?: number;
    packed?: number;
    crc32?: number;
    method?: number;
    flags?: number;
    offset?: number;
  };
  /** Unix mode. */
  mode?: number;
}

/** A ZIP of any files, also of such as no program writes. */
export function writeZip(files: readonly ZipFile[], { entries }: { entries?: number } = {}): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes = '', packed = false, stated = {}, mode = 0o100644 } of files) {
    const name = Buffer.from(path);
    const data = Buffer.from(bytes);
    const body = packed ? deflateRawSync(data) : data;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(stated.flags ?? 0x800, 2);
    fields.writeUInt16LE(stated.method ?? (packed ? 8 : 0), 4);
    fields.writeUInt32LE(stated.crc32 ?? crc32(data), 10);
    fields.writeUInt32LE(stated.packed ?? body.length, 14);
    fields.writeUInt32LE(stated.size ?? data.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(20);
    entry.writeUInt16LE((3 << 8) | 20, 0);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(stated.offset ?? offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, body);
    list.push(Buffer.from('PK\x01\x02'), entry.subarray(0, 2), fields, tail, name);
    offset += 4 + fields.length + name.length + body.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries ?? files.length, 8);
  end.writeUInt16LE(entries ?? files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}
