/**
 * Contract 11: what a check promises is what a run does, also of awkward archives.
 * @covers Contract 11 imports: awkward archives lose nothing in silence, and the check says what the run does
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

const [WIDTH, HEIGHT] = [64, 48];
let pictures: Record<'jpg' | 'png' | 'webp', Buffer>;
beforeAll(async () => {
  const red = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'red' } });
  const [jpg, png, webp] = await Promise.all([
    red.clone().jpeg().toBuffer(),
    red.clone().png().toBuffer(),
    red.clone().webp().toBuffer(),
  ]);
  pictures = { jpg, png, webp };
});

type Files = Record<string, string | object | Buffer>;

/** An import of these files; `''` stands for a picture, each with other bytes. */
function importOf(files: Files, tags: { id: string; name: string }[] = []): MemoryImport {
  const bytesOf = (path: string, content: string | object | Buffer) => {
    if (content === '') return Buffer.concat([pictures[path.split('.').at(-1) as 'jpg'], Buffer.from(path)]);
    return typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content);
  };
  const zip = Object.entries(files).map(([path, content]) => ({
    ...{ path, packed: true },
    bytes: bytesOf(path, content),
  }));
  return new MemoryImport(new MemoryVersions('MULTILABEL', tags), writeZip(zip));
}

const recordsOf = ({ memory }: MemoryImport) => [...memory.records.values()];

describe('boxes in pixels beyond the edges of the picture', () => {
  const shape = (...points: number[][]) => ({ label: 'dent', shape_type: 'rectangle', points });
  test.each(['jpg', 'png', 'webp'])('in a check as in a run: %s', async (ending) => {
    const inside = [shape([1, 1], [9, 9]), shape([60, 40], [90, 90])];
    const outside = [shape([64, 1], [70, 9]), shape([1, 48], [9, 60]), shape([-9, 1], [-1, 9])];
    const coming = importOf({ 'a.json': { shapes: [...inside, ...outside] }, [`a.${ending}`]: '' });
    const checked = await coming.check();
    expect(checked.labels).toMatchObject([{ annotations: 2 }]);
    expect(checked.notes).toEqual(['3 boxes have no area inside their images and are left out.']);
    await coming.run();
    expect(recordsOf(coming)[0]?.tags).toHaveLength(2);
  });

  test('a picture whose size nobody can read is named by both', async () => {
    const coming = importOf({ 'a.json': { shapes: [shape([1, 1], [9, 9])] }, 'a.jpg': 'no picture' });
    const unread = { count: 1, items: [{ path: 'a.jpg', reason: 'it is not a JPEG, PNG or WebP' }] };
    expect(await coming.check()).toMatchObject({ images: 0, unread });
    expect(await coming.run()).toMatchObject({ progress: { failed: 1 }, unread });
  });
});

const classOf = (coming: MemoryImport) => {
  const names = new Map(coming.memory.dataset.tags.map(({ id, name }) => [id, name]));
  return Object.fromEntries(recordsOf(coming).map(({ name, tag }) => [name, names.get(tag ?? '') ?? null]));
};

describe('sets of our masks format without a mask', () => {
  test.each<[string, Files]>([
    [
      'the list of folders has good',
      { 'classes.txt': 'dent\ngood\n', 'train/good/a.jpg': '', 'train/dent/b.jpg': '' },
    ],
    ['nothing but good', { 'train/good/a.jpg': '', 'train/good/b.jpg': '' }],
    [
      'images without a class',
      { 'classes.txt': 'good\n', 'train/good/a.jpg': '', 'unlabelled/train/b.jpg': '' },
    ],
  ])('%s', async (_, files) => {
    const coming = importOf(files, [{ id: 'n', name: 'Normal' }]);
    expect(await coming.check()).toMatchObject({ format: 'masks', sets: { TRAIN: 2 }, notes: [] });
    await coming.run();
    expect(classOf(coming)).toMatchObject({ 'a.jpg': 'Normal' });
  });

  test('classes of YOLO stay, also one that is called none', async () => {
    const coming = importOf({ 'train/good/a.jpg': '', 'train/none/b.jpg': '' });
    expect(await coming.check()).toMatchObject({ format: 'yolo', unlabelled: 0 });
    await coming.run();
    expect(classOf(coming)).toEqual({ 'a.jpg': 'good', 'b.jpg': 'none' });
  });
});

describe('folders that are called all, images or data', () => {
  test.each([
    ['of a set', 'train/all/a.jpg', 'train/dent/b.jpg'],
    ['of another set', 'test/all/a.jpg', 'train/dent/b.jpg', 'train/all/c.jpg'],
    ['of downloadZip', 'all/a.jpg', 'Unclassified/b.jpg'],
    ['of downloadZip for segmentation', 'Anomaly/all/a.jpg', 'Anomaly/dent/b.jpg', 'Normal/c.jpg'],
  ])('are classes beside others: %s', async (_, ...paths) => {
    const coming = importOf(Object.fromEntries(paths.map((path) => [path, ''])));
    await coming.check();
    await coming.run();
    expect(classOf(coming)).toMatchObject({ 'a.jpg': 'all' });
  });

  test.each([
    ['alone', 'train/all/a.jpg', 'test/all/b.jpg'],
    ['around classes', 'images/dent/a.jpg', 'data/scratch/b.jpg'],
    ['beside sets', 'images/a.jpg', 'train/b.jpg'],
    ['beside masks', 'images/a.jpg', 'masks/a.png'],
  ])('are no classes %s', async (_, ...paths) => {
    const { labels } = await importOf(Object.fromEntries(paths.map((path) => [path, '']))).check();
    expect(labels.map(({ label }) => label)).not.toContainEqual(expect.stringMatching(/^(all|images|data)$/));
  });
});

test.each<[string, Files]>([
  ['masks', { 'ground_truth_train/dent/b_mask.png': '', 'train/dent/b.png': '' }],
  ['yolo', {}],
])('a class with the name of a set: %s', async (format, files) => {
  const coming = importOf({ ...files, 'train/test/a.jpg': '' });
  expect(await coming.check()).toMatchObject({ format, unlabelled: 0 });
  await coming.run();
  expect(classOf(coming)).toMatchObject({ 'a.jpg': 'test' });
  expect(recordsOf(coming).map(({ set }) => set)).toEqual(recordsOf(coming).map(() => 'TRAIN'));
});

describe('VOC: classes of lists', () => {
  const xml =
    '<annotation><object><name>dent</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>';
  test('that of an image stays beside its box', async () => {
    const coming = importOf({
      'Annotations/a.xml': xml,
      'ImageSets/Main/dent_train.txt': 'a 1\n',
      'JPEGImages/a.jpg': '',
    });
    await coming.run();
    expect(classOf(coming)).toEqual({ 'a.jpg': 'dent' });
    expect(recordsOf(coming)[0]?.tags).toHaveLength(1);
  });

  test('where an image has several, they are those of its boxes', async () => {
    const coming = importOf({
      'Annotations/a.xml': xml,
      'ImageSets/Main/dent_train.txt': 'a 1\n',
      'ImageSets/Main/scratch_train.txt': 'a 1\n',
      'JPEGImages/a.jpg': '',
    });
    await coming.run();
    expect(classOf(coming)).toEqual({ 'a.jpg': 'scratch' });
  });
});

/** Left, top, right and bottom edge of the only mask of each image. */
async function edgesOf({ memory }: MemoryImport) {
  const [record] = [...memory.records.values()];
  const png = memory.objects.get(record?.masks[0]?.uri.replace('gs://bucket/', '') ?? '')?.bytes;
  const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const inside = [...data.entries()].filter(([, value]) => value !== 0).map(([at]) => at);
  const [xs, ys] = [inside.map((at) => at % info.width), inside.map((at) => Math.floor(at / info.width))];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1, inside.length];
}

describe('masks of brushes in Label Studio', () => {
  /** The values of all pixels, packed as Label Studio does it: here repeated values only, or values one by one. */
  function packed(inside: (x: number, y: number) => boolean, isRepeated: boolean, size = [WIDTH, HEIGHT]) {
    const [width = 0, height = 0] = size;
    const values = Array.from({ length: width * height * 4 }, (_, at) => {
      const pixel = Math.floor(at / 4);
      return inside(pixel % width, Math.floor(pixel / width)) ? 255 : 0;
    });
    let bits = '';
    const put = (value: number, count: number) => {
      bits += value.toString(2).padStart(count, '0');
    };
    put(values.length, 32);
    put(7, 5);
    for (const size of [2, 3, 7, 15]) put(size, 4);
    for (let at = 0; at < values.length; ) {
      let end = at + 1;
      if (isRepeated) while (end < values.length && end - at < 65_536 && values[end] === values[at]) end += 1;
      else end = Math.min(values.length, at + 256);
      put(isRepeated ? 1 : 0, 1);
      put(isRepeated ? 3 : 2, 2);
      put(end - at - 1, isRepeated ? 16 : 8);
      if (isRepeated) put(values[at] as number, 8);
      else for (const value of values.slice(at, end)) put(value, 8);
      at = end;
    }
    return bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  }
  const task = (rle: number[], size = [WIDTH, HEIGHT]) => [
    {
      data: { image: 'a.jpg' },
      annotations: [
        {
          result: [
            {
              type: 'brushlabels',
              ...{ original_width: size[0], original_height: size[1] },
              value: { format: 'rle', rle, brushlabels: ['dent'] },
            },
          ],
        },
      ],
    },
  ];
  const isDent = (x: number, y: number) => x >= 16 && x < 24 && y >= 12 && y < 36;

  test.each([true, false])('are read, with their box (repeated values: %s)', async (isRepeated) => {
    const coming = importOf({ 'a.json': task(packed(isDent, isRepeated)), 'a.jpg': '' });
    expect(await coming.check()).toMatchObject({ labels: [{ annotations: 1, masks: 1 }], notes: [] });
    expect(await coming.run()).toMatchObject({ progress: { added: 1 } });
    expect(await edgesOf(coming)).toEqual([16, 12, 24, 36, 8 * 24]);
    expect(recordsOf(coming)[0]?.tags).toMatchObject([{ type: 'mask', x: 0.25, y: 0.25, w: 0.125, h: 0.5 }]);
  });

  test.each<[string, number[]]>([
    ['cut off', [0, 0, 48, 0, 1]],
    ['endless', [0, 0, 48, 0, ...Array.from({ length: 50 }, () => 255)]],
    ['no bits', [Number.NaN, 1e99, -4]],
  ])('that are damaged are counted: %s', async (_, rle) => {
    const coming = importOf({ 'a.json': task(rle), 'a.jpg': '' });
    const { notes } = await coming.check();
    expect(notes).toEqual(['Not kept: masks in an encoding that is not read (1).']);
  });

  test('of a picture of another size are not put anywhere', async () => {
    const coming = importOf({
      'a.json': task(
        packed(() => true, true, [8, 8]),
        [8, 8],
      ),
      'a.jpg': '',
    });
    expect((await coming.run()).unread.items).toEqual([
      { path: 'a.jpg', reason: 'its mask is 8 x 8, the image 64 x 48 pixels' },
    ]);
    expect((await coming.check()).unread.items).toHaveLength(1);
  });
});

describe('masks of OpenImages', () => {
  const table = [
    'MaskPath,ImageID,LabelName,BoxID,BoxXMin,BoxXMax,BoxYMin,BoxYMax,PredictedIoU,Clicks',
    'a_m01_1.png,a,/m/1,1,0.25,0.5,0.25,0.75,0,',
    'gone.png,a,/m/1,2,0,1,0,1,0,',
  ].join('\n');
  test('are read, from pictures of another size, with their box', async () => {
    const mask = await sharp({ create: { width: 8, height: 12, channels: 3, background: 'white' } })
      .extend({ left: 8, right: 16, top: 6, bottom: 6, background: 'black' })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const coming = importOf({
      'train-annotations-object-segmentation.csv': table,
      'train-annotations-bbox.csv':
        'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax\na,x,/m/1,1,0.25,0.5,0.25,0.75\n',
      'class-descriptions.csv': '/m/1,dent\n',
      'masks/a_m01_1.png': mask,
      'train/a.jpg': '',
    });
    expect(await coming.check()).toMatchObject({
      ...{ format: 'openimages', labels: [{ label: 'dent', annotations: 1, masks: 1 }] },
      notes: ['Not kept: masks whose pictures are missing (1).'],
    });
    expect(await coming.run()).toMatchObject({ progress: { added: 1, failed: 0 } });
    expect(await edgesOf(coming)).toEqual([16, 12, 32, 36, 16 * 24]);
    expect(recordsOf(coming)[0]?.tags).toMatchObject([{ type: 'mask', x: 0.25, y: 0.25, w: 0.25, h: 0.5 }]);
  });
});

describe('labels that contradict each other are named', () => {
  const box = { category_id: 1, bbox: [1, 1, 9, 9] };
  const coco = (images: object[], categories: object[] = [{ id: 1, name: 'dent' }]) => ({
    images,
    categories,
    annotations: [{ image_id: 1, ...box }],
  });

  test('two images of COCO with one id', async () => {
    const images = [
      { id: 1, file_name: 'a.jpg' },
      { id: 1, file_name: 'b.jpg' },
    ];
    const checked = await importOf({ 'a.json': coco(images), 'a.jpg': '', 'b.jpg': '' }).check();
    expect(checked).toMatchObject({
      images: 1,
      unread: { items: [{ path: 'b.jpg', reason: 'another image of its list has the same id' }] },
    });
  });

  test('two categories of COCO with one id', async () => {
    const categories = [
      { id: 1, name: 'dent' },
      { id: 1, name: 'scratch' },
    ];
    const files = { 'a.json': coco([{ id: 1, file_name: 'a.jpg' }], categories), 'a.jpg': '' };
    expect(await importOf(files).check()).toMatchObject({
      images: 0,
      unread: { items: [{ path: 'a.json', reason: 'its categories dent and scratch have one id' }] },
    });
  });

  test('two files of VOC for one picture', async () => {
    const xml = '<annotation><filename>a.jpg</filename></annotation>';
    const checked = await importOf({ '1.xml': xml, '2.xml': xml, 'a.jpg': '' }).check();
    expect(checked.unread.items).toEqual([{ path: '2.xml', reason: 'its image has two files of labels' }]);
  });

  test('pictures with the same bytes', async () => {
    const same = pictures.jpg;
    const table = 'filename,class,xmin,ymin,xmax,ymax\na.jpg,dent,1,1,9,9\nb.jpg,nut,1,1,9,9\n';
    const coming = importOf({ 'a.csv': table, 'a.jpg': same, 'b.jpg': same });
    expect((await coming.check()).notes).toEqual([
      '1 pictures have the bytes of another one in the archive: they are not added again, nor their labels.',
    ]);
    expect((await coming.run()).progress).toMatchObject({ added: 1, known: 1 });
    const [first] = coming.memory.dataset.tags.filter(({ name }) => name === 'dent');
    expect(recordsOf(coming)[0]?.tags).toMatchObject([{ tag: first?.id }]);
  });
});

describe('files that number or name things each in its own way', () => {
  const labelled = async (files: Files) => {
    const coming = importOf(files);
    await coming.run();
    const names = new Map(coming.memory.dataset.tags.map(({ id, name }) => [id, name]));
    return Object.fromEntries(
      recordsOf(coming).map(({ name, tags }) => [name, tags.map(({ tag }) => names.get(tag))]),
    );
  };

  test('two archives of YOLO in one', async () => {
    const set = (folder: string, image: string, names: string[]) => ({
      [`${folder}/data.yaml`]: `names: [${names.join(', ')}]`,
      [`${folder}/images/${image}.jpg`]: '',
      [`${folder}/labels/${image}.txt`]: '0 .5 .5 .1 .1\r\n',
    });
    const files = { ...set('longer/one', 'a', ['dent', 'nut']), ...set('two', 'b', ['nut', 'dent']) };
    expect(await labelled(files)).toEqual({ 'a.jpg': ['dent'], 'b.jpg': ['nut'] });
  });

  test('two files of NDJSON', async () => {
    const lines = (file: string, names: string[]) =>
      [
        { type: 'dataset', class_names: { ...names } },
        { type: 'image', file, split: 'train', annotations: { boxes: [[0, 0.5, 0.5, 0.1, 0.1]] } },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n');
    const files = {
      'a.ndjson': lines('a.jpg', ['dent', 'nut']),
      'b.ndjson': lines('b.jpg', ['nut', 'dent']),
      'a.jpg': '',
      'b.jpg': '',
    };
    expect(await labelled(files)).toEqual({ 'a.jpg': ['dent'], 'b.jpg': ['nut'] });
  });

  test('pictures of Supervisely with one name and two endings', async () => {
    const annotation = (classTitle: string) => ({
      size: { width: WIDTH, height: HEIGHT },
      objects: [
        {
          classTitle,
          geometryType: 'rectangle',
          points: {
            exterior: [
              [1, 1],
              [9, 9],
            ],
          },
        },
      ],
    });
    const files = {
      'x/ann/a.png.json': annotation('nut'),
      'x/ann/a.jpg.json': annotation('dent'),
      'x/img/a.jpg': '',
      'x/img/a.png': '',
    };
    expect(await labelled(files)).toEqual({ 'a.jpg': ['dent'], 'a.png': ['nut'] });
  });

  test('objects of imagefolder in a list, and without a category', async () => {
    const rows = [
      { file_name: 'a.jpg', objects: [{ bbox: [1, 1, 9, 9], category: 'dent' }] },
      { file_name: 'b.jpg', objects: { bbox: [[1, 1, 9, 9]] } },
    ];
    const files = {
      'metadata.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
      'a.jpg': '',
      'b.jpg': '',
    };
    expect(await labelled(files)).toEqual({ 'a.jpg': ['dent'], 'b.jpg': [] });
    expect((await importOf(files).check()).notes).toEqual([
      'Not kept: annotations of an unlisted category (1).',
    ]);
  });

  test("Label Studio's short JSON is named, and nothing comes without its labels", async () => {
    const tasks = [
      { image: 'a.jpg', label: [{ x: 1, y: 1, width: 9, height: 9, rectanglelabels: ['dent'] }] },
    ];
    const coming = importOf({ 'project.json': tasks, 'a.jpg': '' });
    expect(await coming.check()).toMatchObject({ understood: false });
    await expect(coming.run()).rejects.toThrow();
  });
});

describe('pictures and places that are not the ones that labels mean', () => {
  const voc = (label: string, filename: string) =>
    `<annotation><filename>${filename}</filename><object><name>${label}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object></annotation>`;

  test('pictures with one name and two endings: the file says which', async () => {
    const coming = importOf({ 'a.xml': voc('dent', 'a.png'), 'a.jpg': '', 'a.png': '' });
    await coming.run();
    const counts = Object.fromEntries(recordsOf(coming).map(({ name, tags }) => [name, tags.length]));
    expect(counts).toEqual({ 'a.jpg': 0, 'a.png': 1 });
  });

  test('names that differ in case only', async () => {
    const shapes = (label: string) => ({
      shapes: [
        {
          label,
          shape_type: 'rectangle',
          points: [
            [1, 1],
            [9, 9],
          ],
        },
      ],
    });
    const files = { 'A.json': shapes('upper'), 'a.json': shapes('lower'), 'A.jpg': '', 'a.jpg': '' };
    const checked = await importOf(files).check();
    expect(checked).toMatchObject({ unlabelled: 0, unread: { count: 0 } });
  });

  test('places of COCO that are not numbers are counted, not moved', async () => {
    const boxes = ['["a",1,2,3]', '[1e400,1,2,3]', '[1,2,3]', '[1,2,3,4]'];
    const annotations = boxes.map((box) => `{"image_id":1,"category_id":1,"bbox":${box}}`);
    const json = `{"images":[{"id":1,"file_name":"a.jpg"}],"categories":[{"id":1,"name":"dent"}],"annotations":[${annotations}]}`;
    expect(await importOf({ 'a.json': json, 'a.jpg': '' }).check()).toMatchObject({
      labels: [{ annotations: 1 }],
      notes: ['Not kept: annotations without a place (3).'],
    });
  });

  test('another XML file before those of VOC', async () => {
    const coming = importOf({ '0.xml': '<config/>', 'a.xml': voc('dent', 'a.jpg'), 'a.jpg': '' });
    expect(await coming.check()).toMatchObject({ format: 'voc', labels: [{ annotations: 1 }] });
  });
});
