/**
 * Contract 11: archives are recognized by their content, and their labels are read as their format means them.
 * @covers Contract 11 imports: formats recognized by content; exports of CVAT, Roboflow, Label Studio, LabelMe, Datumaro, Supervisely, KITTI, OpenImages and Hugging Face
 */
import { describe, expect, test } from '@jest/globals';
import { plan } from '../support/import-plan.ts';
import { writeZip } from '../support/write-zip.ts';

/** Files of an archive by path; pictures need no content until they are imported. */
const zip = (files: Record<string, string | object>) =>
  writeZip(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === 'string' ? content : JSON.stringify(content),
      packed: true,
    })),
  );

const box = (label: string, x: number, y: number, w: number, h: number) => ({
  ...{ label, type: 'rect', unit: 'share' },
  ...{ x: expect.closeTo(x, 9), y: expect.closeTo(y, 9), w: expect.closeTo(w, 9), h: expect.closeTo(h, 9) },
});

describe('YOLO', () => {
  test('Ultralytics: images and labels in folders by set, names by number', async () => {
    const planned = await plan(
      zip({
        'data.yaml': 'train: images/train\nval: images/val\nnames:\n  0: good\n  1: "bad: part"\n',
        'images/train/a.jpg': 'a',
        'labels/train/a.txt': '1 0.5 0.5 0.2 0.4\n0 0.1 0.1 0.2 0.2\n',
        'images/val/b.png': 'b',
      }),
    );
    expect(planned).toMatchObject({ format: 'yolo', declared: ['good', 'bad: part'], unread: [] });
    expect(planned.images['images/train/a.jpg']).toEqual({
      set: 'TRAIN',
      classes: [],
      masks: [],
      boxes: [box('bad: part', 0.4, 0.3, 0.2, 0.4), box('good', 0, 0, 0.2, 0.2)],
    });
    expect(planned.images['images/val/b.png']).toMatchObject({ set: 'VALIDATION', boxes: [] });
  });

  test('folders that begin with capitals', async () => {
    const files = { 'Images/a.jpg': 'a', 'Labels/a.txt': '0 0.5 0.5 0.2 0.2' };
    const planned = await plan(zip({ 'data.yaml': 'names: [bolt]\n', ...files }));
    expect(planned.images['Images/a.jpg']).toMatchObject({ boxes: [{ label: 'bolt' }] });
  });

  test('Roboflow: a folder per set with images and labels, polygons', async () => {
    const planned = await plan(
      zip({
        'data.yaml': "train: ../train/images\nval: ../valid/images\nnc: 2\nnames: ['cat', 'dog']\n",
        'README.roboflow.txt': 'exported',
        'train/images/a_jpg.rf.0a1b.jpg': 'a',
        'train/labels/a_jpg.rf.0a1b.txt': '0 0.1 0.1 0.5 0.1 0.5 0.6',
        'valid/images/b.jpg': 'b',
        'valid/labels/b.txt': '1 0.5 0.5 1 1',
      }),
    );
    expect(planned.images['train/images/a_jpg.rf.0a1b.jpg']).toEqual({
      set: 'TRAIN',
      classes: [],
      boxes: [{ ...box('cat', 0.1, 0.1, 0.4, 0.5), type: 'mask' }],
      masks: [
        {
          label: 'cat',
          source: { kind: 'polygons', unit: 'share', polygons: [[0.1, 0.1, 0.5, 0.1, 0.5, 0.6]] },
        },
      ],
    });
    expect(planned.images['valid/images/b.jpg']).toMatchObject({ set: 'VALIDATION' });
  });

  test('CVAT: obj.names, lists of sets, labels beside the images', async () => {
    const planned = await plan(
      zip({
        'obj.data': 'classes = 1\ntrain = data/train.txt\nnames = data/obj.names\nbackup = backup/\n',
        'obj.names': 'screw\n',
        'train.txt': 'data/obj_train_data/a.jpg\n',
        'obj_train_data/a.jpg': 'a',
        'obj_train_data/a.txt': '0 0.500000 0.500000 0.100000 0.100000\n',
      }),
    );
    expect(planned).toMatchObject({ format: 'yolo', declared: ['screw'] });
    expect(planned.images['obj_train_data/a.jpg']).toMatchObject({
      set: 'TRAIN',
      boxes: [box('screw', 0.45, 0.45, 0.1, 0.1)],
    });
  });

  test('Label Studio: classes.txt beside images and labels', async () => {
    const planned = await plan(
      zip({
        'classes.txt': 'nut\nbolt\n',
        'notes.json': { categories: [{ id: 0, name: 'nut' }], info: { year: 2026 } },
        'images/1f2e-a.jpg': 'a',
        'labels/1f2e-a.txt': '1 0.5 0.5 0.5 0.5',
      }),
    );
    expect(planned).toMatchObject({ format: 'yolo' });
    expect(planned.images['images/1f2e-a.jpg']?.boxes).toEqual([box('bolt', 0.25, 0.25, 0.5, 0.5)]);
  });

  test('a class without a name and a line that is no box are told with their line', async () => {
    const files = (label: string) =>
      zip({ 'data.yaml': 'names: [a]', 'images/a.jpg': 'a', 'labels/a.txt': label });
    await expect(plan(files('0 0.5 0.5 1 1\n3 0.5 0.5 1 1'))).rejects.toThrow(
      'labels/a.txt, line 2: class 3 has no name',
    );
    await expect(plan(files('0 0.5 0.5'))).rejects.toThrow('line 1: neither a box nor a polygon');
    await expect(plan(files('0 a b c d'))).rejects.toThrow('line 1: not numbers');
  });
});

describe('COCO', () => {
  const categories = [
    { id: 3, name: 'cat' },
    { id: 7, name: 'dog' },
  ];
  const file = (file_name: string, more: object = {}) => ({
    info: { description: 'any', images: [1] },
    images: [{ id: 9, file_name, width: 100, height: 50 }],
    categories,
    annotations: [{ id: 1, image_id: 9, category_id: 7, bbox: [10, 10, 50, 20], segmentation: [], ...more }],
  });

  test.each([
    ['CVAT', 'annotations/instances_Train.json', 'a.jpg', 'images/Train/a.jpg', 'TRAIN'],
    ['CVAT without sets', 'annotations/instances_default.json', 'a.jpg', 'images/a.jpg', 'PREDETERMINED'],
    ['Roboflow', 'valid/_annotations.coco.json', 'a.jpg', 'valid/a.jpg', 'VALIDATION'],
    ['Label Studio', 'result.json', 'images\\a.jpg', 'images/a.jpg', 'PREDETERMINED'],
    ['the original layout', 'annotations/instances_val2017.json', 'a.jpg', 'val2017/a.jpg', 'VALIDATION'],
  ])('%s', async (_, json, name, path, set) => {
    const planned = await plan(zip({ [json]: file(name), [path]: 'a' }));
    expect(planned).toMatchObject({ format: 'coco', declared: ['cat', 'dog'], unread: [] });
    expect(planned.images).toEqual({
      [path]: { set, classes: [], masks: [], boxes: [box('dog', 0.1, 0.2, 0.5, 0.4)] },
    });
  });

  test('outlines are boxes with a mask, run lengths are masks', async () => {
    const outlined = await plan(
      zip({ 'a.json': file('a.jpg', { segmentation: [[10, 10, 60, 10, 60, 30]] }), 'a.jpg': 'a' }),
    );
    expect(outlined.images['a.jpg']).toMatchObject({
      boxes: [{ label: 'dog', type: 'mask' }],
      masks: [{ label: 'dog', source: { kind: 'polygons', unit: { width: 100, height: 50 } } }],
    });
    const rle = { size: [50, 100], counts: [0, 5000] };
    const masked = await plan(zip({ 'a.json': file('a.jpg', { segmentation: rle }), 'a.jpg': 'a' }));
    expect(masked.images['a.jpg']).toMatchObject({
      boxes: [{ ...box('dog', 0.1, 0.2, 0.5, 0.4), type: 'mask' }],
      masks: [{ source: { kind: 'rle', width: 100, height: 50 } }],
    });
  });

  test('ids may be texts', async () => {
    const texts = {
      images: [{ id: 'first', file_name: 'a.jpg', width: 100, height: 50 }],
      categories: [
        { id: 'c', name: 'cat' },
        { id: 'd', name: 'dog' },
      ],
      annotations: [{ image_id: 'first', category_id: 'c', bbox: [10, 10, 50, 20] }],
    };
    const planned = await plan(zip({ 'a.json': texts, 'a.jpg': 'a' }));
    expect(planned.declared).toEqual(['cat', 'dog']);
    expect(planned.images['a.jpg']?.boxes).toEqual([box('cat', 0.1, 0.2, 0.5, 0.4)]);
  });

  test('images that are listed and not there are named; JSON of another kind is not COCO', async () => {
    const planned = await plan(zip({ 'a.json': file('gone.jpg'), 'a.jpg': 'a' }));
    expect(planned).toMatchObject({
      images: {},
      unread: [{ path: 'gone.jpg', reason: 'it is not in the archive' }],
    });
    expect(await plan(zip({ 'a.json': [file('a.jpg')], 'x/a.jpg': 'a' }))).toMatchObject({
      format: 'folders',
    });
  });
});

test.each([
  ['coco', 'json', '{"images": [{"id": 1, "file_name": "a.jpg"}]}', '{"images": ]', 'it is not JSON'],
  ['vertex-jsonl', 'jsonl', '{"imageGcsUri": "a.jpg"}', '{"imageGcsUri"', 'it is not JSON'],
  ['csv', 'csv', 'TRAIN,a.jpg', 'TRAIN,"a', 'it is not CSV'],
])(
  '%s: a file that cannot be read is named if another one fits',
  async (format, ending, good, broken, reason) => {
    const files = { [`0.${ending}`]: broken, [`1.${ending}`]: good, 'a.jpg': 'a' };
    const planned = await plan(zip(files));
    expect(planned).toMatchObject({ format, images: { 'a.jpg': {} } });
    expect(planned.unread).toEqual([{ path: `0.${ending}`, reason: expect.stringContaining(reason) }]);
  },
);

test('NDJSON: class numbers with gaps keep their names', async () => {
  const line = (file: string, boxes: number[][]) => ({
    type: 'image',
    file,
    split: 'train',
    annotations: { boxes },
  });
  const lines = [
    { type: 'dataset', class_names: { 1: 'scratch', 2: 'dent', 4: ' ' } },
    line('a.jpg', [
      [1, 0.5, 0.5, 0.5, 0.5],
      [2, 0.5, 0.5, 0.5, 0.5],
    ]),
  ];
  const text = (more: object[] = []) => [...lines, ...more].map((each) => JSON.stringify(each)).join('\n');
  const files = { 'images/train/a.jpg': 'a', 'images/train/b.jpg': 'b' };
  const planned = await plan(zip({ 'a.ndjson': text(), ...files }));
  expect(planned).toMatchObject({ format: 'ndjson', declared: ['scratch', 'dent'], unread: [] });
  const box = { type: 'rect', unit: 'share', x: 0.25, y: 0.25, w: 0.5, h: 0.5 };
  expect(planned.images['images/train/a.jpg']?.boxes).toEqual([
    { label: 'scratch', ...box },
    { label: 'dent', ...box },
  ]);
  const nameless = await plan(zip({ 'a.ndjson': text([line('b.jpg', [[0, 0.5, 0.5, 1, 1]])]), ...files }));
  expect(nameless.unread).toEqual([{ path: 'a.ndjson', reason: 'class 0 has no name' }]);
});

describe('VOC: pictures of one name in several folders', () => {
  const xml = (filename: string, name: string) =>
    `<annotation><filename>${filename}</filename><size><width>100</width><height>50</height></size>
    <object><name>${name}</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>50</xmax><ymax>25</ymax></bndbox></object></annotation>`;
  const labelsOf = ({ images, unread }: Awaited<ReturnType<typeof plan>>) => ({
    unread,
    ...Object.fromEntries(
      Object.entries(images).map(([path, { set, classes, boxes }]) => [
        path,
        [set, ...classes, ...boxes.map(({ label }) => `box ${label}`)],
      ]),
    ),
  });

  test('a task of CVAT with a folder for each camera', async () => {
    const planned = await plan(
      zip({
        'Annotations/cam1/frame_000001.xml': xml('cam1/frame_000001.png', 'bolt'),
        'Annotations/cam2/frame_000001.xml': xml('cam2/frame_000001.png', 'nut'),
        'ImageSets/Main/train.txt': 'cam1/frame_000001\n',
        'ImageSets/Main/val.txt': 'cam2/frame_000001\n',
        'ImageSets/Main/dirty_train.txt': 'cam1/frame_000001  1\n',
        'ImageSets/Main/dirty_val.txt': 'cam2/frame_000001  -1\n',
        'JPEGImages/cam1/frame_000001.png': 'a',
        'JPEGImages/cam2/frame_000001.png': 'b',
      }),
    );
    expect(labelsOf(planned)).toEqual({
      'JPEGImages/cam1/frame_000001.png': ['TRAIN', 'dirty', 'box bolt'],
      'JPEGImages/cam2/frame_000001.png': ['VALIDATION', 'box nut'],
      unread: [],
    });
  });

  test('a tree for each set, each with its lists', async () => {
    const tree = (set: string, label: string) => ({
      [`${set}/Annotations/0001.xml`]: xml('0001.jpg', label),
      [`${set}/ImageSets/Main/${set}.txt`]: '0001\n',
      [`${set}/ImageSets/Main/${label}s_${set}.txt`]: '0001 1\n',
      [`${set}/JPEGImages/0001.jpg`]: set,
      [`${set}/SegmentationClass/0001.png`]: 'm',
    });
    expect(labelsOf(await plan(zip({ ...tree('train', 'bolt'), ...tree('val', 'nut') })))).toEqual({
      'train/JPEGImages/0001.jpg': ['TRAIN', 'bolts', 'box bolt'],
      'val/JPEGImages/0001.jpg': ['VALIDATION', 'nuts', 'box nut'],
      unread: [],
    });
  });

  test('files of other names than their pictures, which name them with their folder', async () => {
    const planned = await plan(
      zip({
        'Annotations/1.xml': xml('cam1/a.png', 'bolt'),
        'Annotations/2.xml': xml('cam2/a.png', 'nut'),
        'photos/cam1/a.png': 'a',
        'photos/cam2/a.png': 'b',
      }),
    );
    expect(labelsOf(planned)).toEqual({
      'photos/cam1/a.png': ['PREDETERMINED', 'box bolt'],
      'photos/cam2/a.png': ['PREDETERMINED', 'box nut'],
      unread: [],
    });
  });
});

describe('folders', () => {
  const labelled = async (files: string[]) =>
    Object.entries((await plan(zip(Object.fromEntries(files.map((path) => [path, path]))))).images).map(
      ([path, { set, classes }]) => [path, set, ...classes],
    );

  test('classes by folder, below any folders that are around everything', async () => {
    expect(await labelled(['cats/1.jpg', 'dogs/2.png', '3.webp'])).toEqual([
      ['cats/1.jpg', 'PREDETERMINED', 'cats'],
      ['dogs/2.png', 'PREDETERMINED', 'dogs'],
      ['3.webp', 'PREDETERMINED'],
    ]);
    expect(await labelled(['all of it/cats/1.jpg', 'all of it/2.jpg'])).toEqual([
      ['all of it/cats/1.jpg', 'PREDETERMINED', 'cats'],
      ['all of it/2.jpg', 'PREDETERMINED'],
    ]);
    expect(await labelled(['cats/1.jpg'])).toEqual([['cats/1.jpg', 'PREDETERMINED', 'cats']]);
  });

  test('sets around classes are YOLO classification', async () => {
    const files = ['x/train/cats/1.jpg', 'x/val/dogs/2.jpg'];
    expect(await labelled(files)).toEqual([
      ['x/train/cats/1.jpg', 'TRAIN', 'cats'],
      ['x/val/dogs/2.jpg', 'VALIDATION', 'dogs'],
    ]);
    expect((await plan(zip(Object.fromEntries(files.map((path) => [path, path]))))).format).toBe('yolo');
  });

  test('an archive without pictures is refused with what was looked for', async () => {
    await expect(plan(zip({ 'readme.md': 'x' }))).rejects.toThrow(/Looked for: .*; a JSON file with images/);
    await expect(plan(zip({ 'a.jpg': 'x' }), 'coco')).rejects.toThrow(/Looked for: a JSON file/);
  });
});
