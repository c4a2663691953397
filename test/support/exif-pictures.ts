/** Photographs with capture dates, in all the ways in which cameras write them. */
import sharp from 'sharp';

export interface Dated {
  name: string;
  bytes: Buffer;
  /** Unix milliseconds from EXIF; null if there is none and the file's date counts. */
  taken: number | null;
}

const NOON = '2024:02:29 12:00:00';

interface Fields {
  time?: string;
  zone?: string;
  decimals?: string;
}

const photo = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: { r: shade, g: 90, b: 160 } } })
    .jpeg()
    .toBuffer();

/** A field of a directory: 12 bytes, and its value after the directory if it does not fit. */
interface Field {
  tag: number;
  type: number;
  value: Buffer;
}

/** TIFF with an EXIF directory, in either byte order. */
export function exifSegment({ time, zone, decimals }: Fields, isBig: boolean): Buffer {
  const short = (value: number) => number(value, 2, isBig);
  const long = (value: number) => number(value, 4, isBig);
  const text = (tag: number, value?: string): Field[] =>
    value === undefined ? [] : [{ tag, type: 2, value: Buffer.from(`${value}\0`, 'latin1') }];
  const directory = (fields: readonly Field[], at: number): Buffer => {
    let behind = at + 2 + 12 * fields.length + 4;
    const values: Buffer[] = [];
    const entries = fields.map(({ tag, type, value }) => {
      const size = type === 2 ? value.length : value.length / 4;
      const head = [short(tag), short(type), long(size)];
      if (value.length <= 4) return Buffer.concat([...head, value, Buffer.alloc(4 - value.length)]);
      values.push(value);
      behind += value.length;
      return Buffer.concat([...head, long(behind - value.length)]);
    });
    return Buffer.concat([short(fields.length), ...entries, long(0), ...values]);
  };
  const camera = text(0x010f, 'Camera of a test');
  const first = directory([...camera, { tag: 0x8769, type: 4, value: long(0) }], 8);
  const start = 8 + first.length;
  const head = Buffer.concat([Buffer.from(isBig ? 'MM' : 'II'), short(42), long(8)]);
  const outer = directory([...camera, { tag: 0x8769, type: 4, value: long(start) }], 8);
  const inner = directory(
    [
      ...text(0x9003, time),
      ...text(0x9011, zone),
      ...text(0x927c, 'maker '.repeat(40)),
      ...text(0x9291, decimals),
    ],
    start,
  );
  return Buffer.concat([Buffer.from('Exif\0\0'), head, outer, inner]);
}

function number(value: number, size: 2 | 4, isBig: boolean): Buffer {
  const bytes = Buffer.alloc(size);
  if (isBig) bytes.writeUIntBE(value, 0, size);
  else bytes.writeUIntLE(value, 0, size);
  return bytes;
}

const segment = (marker: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), number(content.length + 2, 2, true), content]);

/** Segments directly after the start of a JPEG. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

const app1 = (fields: Fields, isBig = false): Buffer => segment(0xe1, exifSegment(fields, isBig));

/** Names sort in the order of the list. */
export async function exifPictures(): Promise<Dated[]> {
  const noon = Date.UTC(2024, 1, 29, 12);
  const rows: [name: string, taken: number | null, make: (jpeg: Buffer) => Buffer | Promise<Buffer>][] = [
    ['little', noon - 2 * 3_600_000, (jpeg) => withSegments(jpeg, app1({ time: NOON, zone: '+02:00' }))],
    ['big', noon + 5.5 * 3_600_000, (jpeg) => withSegments(jpeg, app1({ time: NOON, zone: '-05:30' }, true))],
    [
      'decimals',
      noon + 250,
      (jpeg) => withSegments(jpeg, app1({ time: NOON, zone: '+00:00', decimals: '25' })),
    ],
    [
      'many decimals',
      noon + 123,
      (jpeg) => withSegments(jpeg, app1({ time: NOON, zone: '-00:00', decimals: '123456' }, true)),
    ],
    [
      'strange decimals',
      noon,
      (jpeg) => withSegments(jpeg, app1({ time: NOON, zone: '+00:00', decimals: 'x7' })),
    ],
    [
      'late segment',
      noon,
      (jpeg) =>
        withSegments(
          jpeg,
          segment(0xe2, Buffer.alloc(60_000)),
          segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0')),
          app1({ time: NOON, zone: '+00:00' }),
        ),
    ],
    [
      'before 2000',
      Date.UTC(1970, 0, 1, 0, 30),
      (jpeg) => withSegments(jpeg, app1({ time: '1969:12:31 23:30:00', zone: '-01:00' })),
    ],
    [
      'last of a year',
      Date.UTC(2023, 11, 31, 23, 59, 59),
      (jpeg) => withSegments(jpeg, app1({ time: '2023:12:31 23:59:59', zone: '+00:00' })),
    ],
    [
      'after a leap day',
      Date.UTC(2000, 2, 1),
      (jpeg) => withSegments(jpeg, app1({ time: '2000:03:01 00:00:00', zone: '+00:00' })),
    ],
    [
      'written by sharp',
      noon - 3_600_000 + 40,
      (jpeg) =>
        sharp(jpeg)
          .withExif({
            IFD2: { DateTimeOriginal: NOON, OffsetTimeOriginal: '+01:00', SubSecTimeOriginal: '04' },
          })
          .jpeg()
          .toBuffer(),
    ],
    ['no zone', null, (jpeg) => withSegments(jpeg, app1({ time: NOON }))],
    ['no time', null, (jpeg) => withSegments(jpeg, app1({ zone: '+00:00' }))],
    [
      'no such day',
      null,
      (jpeg) => withSegments(jpeg, app1({ time: '2023:02:29 12:00:00', zone: '+00:00' })),
    ],
    [
      'no such hour',
      null,
      (jpeg) => withSegments(jpeg, app1({ time: '2024:02:29 24:00:00', zone: '+00:00' })),
    ],
    ['never', null, (jpeg) => withSegments(jpeg, app1({ time: '0000:00:00 00:00:00', zone: '+00:00' }))],
    [
      'before 1970',
      null,
      (jpeg) => withSegments(jpeg, app1({ time: '1969:06:01 00:00:00', zone: '+00:00' })),
    ],
    ['blank', null, (jpeg) => withSegments(jpeg, app1({ time: '    :  :     :  :  ', zone: '      ' }))],
    [
      'torn',
      null,
      (jpeg) =>
        withSegments(jpeg, segment(0xe1, exifSegment({ time: NOON, zone: '+00:00' }, false).subarray(0, 70))),
    ],
    [
      'too late',
      null,
      (jpeg) =>
        withSegments(
          jpeg,
          segment(0xe2, Buffer.alloc(65_500)),
          segment(0xe2, Buffer.alloc(65_500)),
          segment(0xe2, Buffer.alloc(300)),
          app1({ time: NOON, zone: '+00:00' }),
        ),
    ],
    ['no EXIF', null, (jpeg) => jpeg],
    ['a PNG', null, (jpeg) => sharp(jpeg).png().toBuffer()],
  ];
  return Promise.all(
    rows.map(async ([name, taken, make], at) => {
      const bytes = await make(await photo(at * 11));
      return {
        name: `${String(at).padStart(2, '0')} ${name}.${name === 'a PNG' ? 'png' : 'jpg'}`,
        bytes,
        taken,
      };
    }),
  );
}
