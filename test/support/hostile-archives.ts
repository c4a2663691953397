/**
 * Archives that cost their reader as much as they can (Contract 11), each kind with numbers of its own: small to send, and large,
 * deep, endless or untrue to read.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { Random } from '../../emulators/scenes/random.ts';
import { writeZip, type ZipFile } from './write-zip.ts';

export interface HostileArchive {
  kind: string;
  zip: Buffer;
  tagmap?: Record<string, string | null>;
}

/** A small picture, and one of 49 megapixels in 50 kB. */
export interface Pictures {
  small: Buffer;
  vast: Buffer;
}

/** Pixels of a side of the vast one. */
export const VAST = 7000;
const MB = 1024 * 1024;

export async function makePictures(): Promise<Pictures> {
  const plain = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#765' } });
  return {
    small: await plain(32).jpeg().toBuffer(),
    vast: await plain(VAST).toColourspace('b-w').png({ palette: true }).toBuffer(),
  };
}

type Kind = (
  random: Random,
  pictures: Pictures,
) => readonly ZipFile[] | Buffer | Omit<HostileArchive, 'kind'>;

const between = (random: Random, least: number, most: number): number =>
  Math.round(least + random.next() * (most - least));
const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
/** As much text as fits. */
const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));
const packed = (path: string, bytes: string): ZipFile => ({ path, bytes, packed: true });

/** Another entry for the bytes of a file at this place. */
function again(path: string, bytes: Buffer, offset: number, isDeflated: boolean): ZipFile {
  const body = isDeflated ? deflateRawSync(bytes) : bytes;
  const sizes = { size: bytes.length, packed: body.length, crc32: crc32(bytes) };
  return { path, stated: { ...sizes, method: isDeflated ? 8 : 0, offset } };
}

const yoloBoxes = (bytes: number): Buffer => Buffer.from(fill('0 .5 .5 .1 .1\n', bytes));
const yoloNames = { path: 'data.yaml', bytes: 'names: [x, y]' };

/** A COCO file about `a.png` or `a.jpg`. */
function coco(annotations: readonly object[], more: object = {}): string {
  const images = [{ id: 1, file_name: 'a', width: VAST, height: VAST }];
  const whole = annotations.map((each, id) => ({ id, image_id: 1, category_id: 1, ...each }));
  return JSON.stringify({ images, categories: [{ id: 1, name: 'x' }], annotations: whole, ...more });
}

const cocoOf = (annotations: readonly object[], { vast }: Pictures): ZipFile[] => [
  packed('a.json', coco(annotations).replace('"a"', '"a.png"')),
  { path: 'a.png', bytes: vast },
];

export const KINDS: Readonly<Record<string, Kind>> = {
  'overlapping twins': (random, { small }) => {
    const text = yoloBoxes(MB - 9);
    const count = between(random, 50, 300);
    const [first] = [{ path: 'images/0/a.jpg', bytes: small }];
    // After the local header, its name and the picture.
    const labelAt = 30 + first.path.length + small.length;
    return [
      first,
      { path: 'labels/0/a.txt', bytes: text, packed: true },
      ...times(count, (at) => again(`images/${at + 1}/a.jpg`, small, 0, false)),
      ...times(count, (at) => again(`labels/${at + 1}/a.txt`, text, labelAt, true)),
      yoloNames,
    ];
  },
  'partly overlapping files': (random, { small }) => {
    const stated = { packed: small.length + between(random, 1, 500), size: small.length + 500 };
    const method = random.next() < 0.5 ? 0 : 8;
    const lying = {
      path: 'a/a.jpg',
      bytes: small,
      stated: { ...stated, method, ...(method === 0 && { size: stated.packed }) },
    };
    return random.next() < 0.5
      ? [lying, { path: 'a/b.jpg', bytes: small }]
      : [{ path: 'a/b.jpg', bytes: small }, lying];
  },
  'twins with labels of their own': (random, { small }) => {
    const text = yoloBoxes(between(random, 1000, MB - 9));
    return [
      yoloNames,
      ...times(between(random, 2, 200), (at) => [
        { path: `images/${at}/a.jpg`, bytes: small },
        { path: `labels/${at}/a.txt`, bytes: text, packed: true },
      ]).flat(),
    ];
  },
  'lies of 64 bits': (random) => {
    const end = Buffer.alloc(98);
    end.write('PK\x06\x06', 0, 'latin1');
    end.writeBigUInt64LE(BigInt(between(random, 0, 1e6)), 32);
    end.writeBigUInt64LE(BigInt(between(random, 0, 2 ** 52)), 48);
    end.write('PK\x06\x07', 56, 'latin1');
    end.write('PK\x05\x06', 76, 'latin1');
    return end;
  },
  'wrong sizes': (random, { small }) =>
    times(between(random, 1, 300), (at) => ({
      path: `a/${at}.jpg`,
      bytes: small,
      packed: random.next() < 0.5,
      stated: {
        size: random.pick([0, small.length, small.length * 100, 0xffffffff]),
        packed: random.pick([0, small.length, small.length * 2, 0xffffffff]),
      },
    })),
  'bombs of deflate': (random, { small }) => [
    { path: 'good/a.jpg', bytes: small },
    packed(
      `a.${random.pick(['json', 'jsonl', 'csv', 'xml', 'txt', 'yaml'])}`,
      fill(random.pick([' ', '\n', '[', '{}', '{},', '"', 'a,', '0 ']), 48 * MB),
    ),
    { path: 'good/b.jpg', bytes: Buffer.alloc(48 * MB), packed: true },
  ],
  'a bomb of items': (random, { small }) => {
    const item = random.pick([
      `{"a":[${fill('{},', 1.9 * MB)}{}]}`,
      `{"file_name":"${'x'.repeat(1.9 * MB)}"}`,
      `{"id":[${fill('[],', 1.9 * MB)}0]}`,
    ]);
    return [
      { path: 'good/a.jpg', bytes: small },
      ...times(between(random, 5, 40), (at) => packed(`${at}.json`, `{"images":[${item},${item}]}`)),
    ];
  },
  'thousands of entries': (random, { small }) => [
    { path: 'a.jpg', bytes: small },
    ...times(between(random, 5_000, 60_000), (at) => ({
      path: `${random.pick(['train/', 'val/', ''])}${'f/'.repeat(between(random, 0, 8))}${at % 97}/${at}.${random.pick(['jpg', 'txt', 'xml'])}`,
    })),
  ],
  'deep paths and long names': (random, { small }) =>
    times(between(random, 1, 400), (at) => ({
      path: random
        .pick([
          `${'d/'.repeat(at * 20)}a.jpg`,
          `${random.pick(['n', '._', '/', 'ü', '.'])}`.repeat(at * 80 + 1),
          `${at}/${'x'.repeat(990)}.jpg`,
        ])
        .slice(0, 65_000),
      bytes: small,
    })),
  // Each before each other.
  'labels in every order': (random, { small }) => {
    const labels = times(between(random, 300, 800), (at) => `l${at}`);
    const lines = labels.map((label) =>
      JSON.stringify({ file_name: 'a.jpg', labels: labels.flatMap((other) => [label, other]) }),
    );
    return [{ path: 'a.jpg', bytes: small }, packed('metadata.jsonl', lines.join('\n'))];
  },
  YAML: (random, { small }) => [
    { path: 'images/a.jpg', bytes: small },
    { path: 'labels/a.txt', bytes: '0 .5 .5 .1 .1' },
    packed(
      'data.yaml',
      fill(
        random.pick([
          '? ',
          '[',
          '- ',
          '{',
          '- a\n',
          'a: b: c\n',
          '---\n',
          '- &a x\n',
          '- *a\n',
          '"',
          '- !!x a\n',
          ' a:\n',
          '# x\n',
          '\t',
          '&a ',
        ]),
        between(random, 10_000, 250_000),
      ),
    ),
    packed(
      'other.yaml',
      `names:\n${times(between(random, 1, 20_000), (at) => `  ${at}: a${at}`).join('\n')}`,
    ),
  ],
  'deep JSON': (random, { small }) => {
    const open = random.pick(['[', '{"a":', '[[],']);
    const deep = fill(open, between(random, 1000, 3 * MB));
    return [
      { path: 'a.jpg', bytes: small },
      packed('a.json', `{"images":[{"id":1,"file_name":"a.jpg","x":${deep}`),
      packed('a.jsonl', `{"file_name":"a.jpg","x":${deep}\n`),
    ];
  },
  XML: (random, { small }) => {
    const name = 'n'.repeat(between(random, 1, 20_000));
    const inner = random.pick([
      fill('<object><name>x</name></object>', MB - 999),
      fill('<object/>', MB - 999),
      `${`<${name}>`.repeat(20)}${fill('<a/>', 400_000)}`,
      fill('<a>', 10_000),
      `<a ${times(20_000, (at) => `a${at}=""`).join(' ')}/>`,
      fill('&amp;', MB - 999),
      `<object><name>${fill(' ', 900_000)}a label of some length</name></object>`,
    ]);
    const head = random.next() < 0.2 ? '<!DOCTYPE a [<!ENTITY b "&#38;c;&#38;c;">]>' : '';
    return times(between(random, 1, 60), (at) => [
      { path: `JPEGImages/${at}.jpg`, bytes: Buffer.concat([small, Buffer.from([at])]) },
      packed(`Annotations/${at}.xml`, `${head}<annotation><bndbox></bndbox>${inner}</annotation>`),
    ]).flat();
  },
  'lists of VOC': (random, { small }) => [
    { path: 'JPEGImages/a.jpg', bytes: small },
    packed('Annotations/a.xml', '<annotation></annotation>'),
    ...times(between(random, 1, 60), (at) =>
      packed(`ImageSets/Main/l_${at}_train.txt`, fill('a 1\n', between(random, 1e3, 3e5))),
    ),
    packed('labelmap.txt', times(40, (at) => `a label of some length ${at}:${fill(':', MB)}`).join('\n')),
  ],
  'giant run lengths': (random, pictures) => {
    const whole = VAST * VAST;
    const counts = random.pick([
      [0, whole],
      [whole],
      times(200_000, () => 1).concat(whole - 200_000),
      fill('1', 400_000),
      'PPYo1',
    ]);
    const segmentation = { size: [VAST, VAST], counts };
    const count =
      typeof counts === 'string' || counts.length > 2 ? between(random, 1, 20) : between(random, 1, 400);
    return cocoOf(
      times(count, () => ({ segmentation })),
      pictures,
    );
  },
  'outlines of very many points': (random, pictures) => {
    const points = between(random, 1000, 100_000);
    const zigzag = times(points, (at) => [(at * VAST) / points, at % 2 ? VAST : 0].map(Math.round)).flat();
    const tiny = times(100_000, () => [1, 1, 2, 1, 2, 2]);
    const segmentation = random.pick([[zigzag], tiny, [[0, 0, VAST, 0, VAST, VAST, 0, VAST]]]);
    return cocoOf(
      times(between(random, 1, segmentation.length > 1 ? 5 : 30), () => ({ segmentation })),
      pictures,
    );
  },
  'very many boxes': (random, { small }) => {
    const most = between(random, 100_000, 1_000_000);
    const line = (boxes: number) =>
      `{"type":"image","file":"a.jpg","annotations":{"boxes":[${fill('[0,0,0,1,1],', boxes * 12)}[0,0,0,1,1]]}}`;
    const head = '{"type":"dataset","class_names":{"0":"x"}}';
    const csv = fill('TRAIN,a.jpg,x,.1,.1,,,.2,.2,,\n', most * 30);
    const annotations = times(most / 10, () => ({ bbox: [1, 1, 9, 9] }));
    return [
      { path: 'a.jpg', bytes: small },
      random.pick([
        packed('a.ndjson', [head, ...times(Math.ceil(most / 170_000), () => line(170_000))].join('\n')),
        packed('a.csv', csv),
        packed('a.json', coco(annotations).replace('"a"', '"a.jpg"')),
      ]),
    ];
  },
  'names of 64 kB and more': (random, { small }) => {
    const name = 'n'.repeat(between(random, 60_000, 3_000_000));
    const count = between(random, 2, 30);
    return [
      { path: 'a.jpg', bytes: small },
      random.pick([
        packed(
          'a.csv',
          times(count, (at) => `TRAIN,${at}${name}.jpg,${at}${name}\nTRAIN,a.jpg,l${at}${name}`).join('\n'),
        ),
        packed(
          'metadata.jsonl',
          times(count, (at) =>
            JSON.stringify({ file_name: at % 2 ? `${at}${name}` : 'a.jpg', label: `${at}${name}` }),
          ).join('\n'),
        ),
        packed(
          'a.json',
          coco([], { categories: times(count, (id) => ({ id, name: `${id}${name}`, supercategory: name })) }),
        ),
      ]),
    ];
  },
  'tables of a million columns': (random, { small }) => {
    const header = `filename,${fill('x,', 1.9 * MB)}class,xmin,ymin,xmax,ymax,ImageID,LabelName,file_name`;
    const name = random.pick(['_classes.csv', 'a.csv', 'metadata.csv']);
    return [{ path: 'a.jpg', bytes: small }, packed(name, `${header}\n${fill('a\n', 4 * MB)}`)];
  },
  'labels of other programs': (random, { small }) => {
    const points = fill('[1,2],', between(random, 1e3, 1.9 * MB));
    const shape = `{"label":"x","type":"polygon","label_id":0,"points":[${points}[1,2]]}`;
    const shapes = fill(`${shape},`, between(random, 4, 48) * MB) + shape;
    const flat = fill('1,2,', between(random, 1e3, 1.9 * MB));
    const mask = `<mask label="x" left="0" top="0" width="32" height="32" rle="${flat}"/>`;
    return [
      { path: 'a.jpg', bytes: small },
      random.pick([
        packed('a.json', `{"imagePath":"a.jpg","shapes":[${shapes}]}`),
        packed('a.json', `[{"data":{"image":"a.jpg"},"annotations":[{"result":[${shape}]}]}]`),
        packed('a.json', `{"categories":{"label":{"labels":[${fill('{"name":"x"},', 1e6)}{}]}},"items":[]}`),
        packed('a.xml', `<annotations><image name="a.jpg">${fill(mask, 40 * MB)}</image></annotations>`),
        packed('a.xml', `<annotations>${fill('<image name="a.jpg"/>', 30 * MB)}</annotations>`),
        packed('a.xml', `<annotations><image name="${fill('x', 30 * MB)}"/></annotations>`),
      ]),
    ];
  },
  'a tag map of everything': (random, { small }) => {
    const labels = times(between(random, 400, 5000), (at) => `l${at}`);
    const files = labels.slice(0, 500).map((label, at) => ({
      path: `${label}/${at}.jpg`,
      bytes: Buffer.concat([small, Buffer.from(label)]),
    }));
    const tagmap = Object.fromEntries(
      labels.map((label) => [label, random.pick(['one', label, null, `${label} `])]),
    );
    return { zip: writeZip(files), tagmap };
  },
};

/** The kinds in turn. */
export function hostileArchive(at: number, random: Random, pictures: Pictures): HostileArchive {
  const names = Object.keys(KINDS);
  const kind = names[at % names.length] as string;
  const made = (KINDS[kind] as Kind)(random, pictures);
  if ('zip' in made) return { kind, ...made };
  return { kind, zip: Buffer.isBuffer(made) ? made : writeZip(made) };
}
