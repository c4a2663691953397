/** Archives of every format that imports read, with the same labels: what a check promises of them is compared with what comes. */
import type { ImportFormat } from '../../packages/formats/formats.ts';

export interface Wanted {
  /** Path without extension, below the folder of its set. */
  name: string;
  set: 'train' | 'valid' | 'test';
  /** Numbers of labels: a class, boxes and outlines. */
  own: number | null;
  boxes: readonly number[];
  outlines: readonly number[];
  /** Things that are not kept. */
  lost: number;
}

/** A bit mask of 64 x 48 pixels, as Label Studio writes it: black in one box, and else transparent. */
const BITMASK =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAYAAAChS3wfAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAANklEQVRo3u3QsQkAAAzDsPz/dLvmgEIXCfyAEwBoc5wBBhhggAEGGGCAAQYYAAAAAAAAAAAfFuKF7xHqRJi4AAAAAElFTkSuQmCC';

/** Stands for the bytes of a mask. */
export const MASK = '\0mask';
/** Files by path; null is a picture. */
export type Files = Record<string, string | null>;
type Writer = (images: readonly Wanted[], labels: readonly string[]) => Files;

const [WIDTH, HEIGHT] = [64, 48];
/** Left, top, width, height in pixels; another one for each object. */
const place = (at: number) => [4 + at, 6, 20, 12] as const;
const around = (at: number) => {
  const [x, y, w, h] = place(at);
  return [x, y, x + w, y, x + w, y + h, x, y + h];
};
const pairs = (numbers: readonly number[]) =>
  numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] as number]] : []));
const shares = (numbers: readonly number[]) =>
  numbers.map((each, at) => each / (at % 2 === 0 ? WIDTH : HEIGHT));
const json = JSON.stringify;
const xml = (text: string) =>
  text.replace(/[&<>"]/g, (found) => `&#${found.codePointAt(0)};`).replace(/[\n\r\t]/g, ' ');
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const pictures = (images: readonly Wanted[], folder = (each: Wanted): string => each.set): Files =>
  Object.fromEntries(images.map((each) => [`${folder(each)}/${each.name}.jpg`, null]));

const perSet = (images: readonly Wanted[], write: (ones: Wanted[], set: string) => Files): Files =>
  Object.assign(
    {},
    ...Object.entries(Object.groupBy(images, ({ set }) => set)).map(([set, ones]) => write(ones ?? [], set)),
  );

/** Objects in one order: boxes, then outlines. */
const objects = ({ boxes, outlines }: Wanted) => [
  ...boxes.map((label, at) => ({ label, at, isOutline: false })),
  ...outlines.map((label, at) => ({ label, at: at + boxes.length, isOutline: true })),
];

const yoloBox = (at: number) => {
  const [x, y, w, h] = place(at);
  return [(x + w / 2) / WIDTH, (y + h / 2) / HEIGHT, w / WIDTH, h / HEIGHT];
};

const tableOf =
  (sets: Record<Wanted['set'], string>): Writer =>
  (images, labels) => ({
    ...pictures(images),
    'a.csv': images
      .flatMap((image) => {
        const start = `${sets[image.set]},gs://bucket/${image.set}/${image.name}.jpg`;
        const boxes = image.boxes.map((label, at) => {
          const [x, y, x2, , , y2] = shares(around(at));
          return `${start},${cell(labels[label] ?? '')},${x},${y},,,${x2},${y2},,`;
        });
        return [`${start},${image.own === null ? '' : cell(labels[image.own] ?? '')}`, ...boxes];
      })
      .join('\n'),
  });

/** A format whose classes have no spaces. */
const word = (label = '') => `c${label.replaceAll(' ', '·')}`;

/** How many things of an image are not kept. */
export function lostOf(format: ImportFormat, { lost, boxes, outlines }: Wanted): number {
  if (['ndjson', 'label-studio'].includes(format)) return lost;
  if (format === 'imagefolder' || format === 'sightline') return Math.min(1, lost);
  if (['voc', 'openimages', 'kitti'].includes(format)) return Math.min(lost, boxes.length);
  const all = ['yolo', 'coco', 'cvat', 'labelme', 'datumaro', 'supervisely'].includes(format);
  return all ? Math.min(lost, boxes.length + outlines.length) : 0;
}

const ownMasks = ({ set, name, outlines }: Wanted) =>
  [...new Set(outlines)].map((label) => ({ label, file: `${set}/${name}_${label}_mask.png` }));

/** A line of Sightline's own format. */
function ownLine(image: Wanted, labels: readonly string[]) {
  const annotations = objects(image).map(({ label, at, isOutline }) => {
    const [left, top, width, height] = place(at);
    const [x, y, w, h] = [left / WIDTH, top / HEIGHT, width / WIDTH, height / HEIGHT];
    return { type: isOutline ? 'mask' : 'rect', tag: labels[label], x, y, w, h, labeled: 'manual' };
  });
  const { set, name, own, lost } = image;
  return {
    ...{
      file: `${set}/${name}.jpg`,
      name: `${name}.jpg`,
      annotations,
      date: 7,
      monitor: lost > 0 ? 'm' : null,
    },
    set: { train: 'TRAIN', valid: 'VALIDATION', test: 'TEST' }[set],
    tag: own === null ? null : labels[own],
    masks: ownMasks(image).map(({ label, file }) => ({ tag: labels[label], file })),
  };
}

export const WRITERS: Record<ImportFormat, Writer> = {
  sightline: (images, labels) => ({
    'dataset.json': json({ format: 'sightline', version: 1, tags: labels.map((name) => ({ name })) }),
    ...pictures(images),
    'images.jsonl': images.map((image) => json(ownLine(image, labels))).join('\n'),
    ...Object.fromEntries(images.flatMap((image) => ownMasks(image).map(({ file }) => [file, MASK]))),
  }),
  yolo: (images, labels) => ({
    'data.yaml': json({ names: labels }),
    ...pictures(images, ({ set }) => `${set}/images`),
    ...Object.fromEntries(
      images.map((image) => [
        `${image.set}/labels/${image.name}.txt`,
        objects(image)
          .map(({ label, at, isOutline }) => [
            label,
            ...(isOutline ? shares(around(at)) : yoloBox(at)),
            ...(at < image.lost ? [0.5] : []),
          ])
          .map((line) => line.join(' '))
          .join('\n'),
      ]),
    ),
  }),
  coco: (images, labels) =>
    perSet(images, (ones, set) => ({
      ...pictures(ones),
      [`${set}/_annotations.coco.json`]: json({
        images: ones.map(({ name }, id) => ({ id, file_name: `${name}.jpg`, width: WIDTH, height: HEIGHT })),
        categories: labels.map((name, id) => ({ id, name })),
        annotations: ones.flatMap((image, id) => [
          ...(image.own === null ? [] : [{ image_id: id, category_id: image.own }]),
          ...objects(image).map(({ label, at, isOutline }) => ({
            ...{ image_id: id, category_id: label },
            ...(isOutline ? { segmentation: [around(at)] } : { bbox: place(at) }),
            ...(at < image.lost && { score: 0.5 }),
          })),
        ]),
      }),
    })),
  ndjson: (images, labels) => ({
    ...pictures(images, ({ set }) => `images/${set}`),
    'a.ndjson': [
      { type: 'dataset', class_names: Object.fromEntries(labels.entries()) },
      ...images.map((image) => ({
        ...{ type: 'image', file: `${image.name}.jpg`, split: image.set },
        annotations: {
          classification: image.own === null ? [] : [image.own],
          boxes: image.boxes.map((label, at) => [label, ...yoloBox(at)]),
          segments: image.outlines.map((label, at) => [label, ...shares(around(at))]),
          pose: Array.from({ length: image.lost }, () => [0]),
        },
      })),
    ]
      .map((line) => json(line))
      .join('\n'),
  }),
  'vertex-jsonl': (images, labels) => ({
    ...pictures(images),
    'a.jsonl': images
      .map((image) =>
        json({
          imageGcsUri: `gs://bucket/${image.set}/${image.name}.jpg`,
          dataItemResourceLabels: {
            'aiplatform.googleapis.com/ml_use':
              { train: 'training', valid: 'validation', test: 'test' }[image.set] ?? '',
          },
          ...(image.own !== null && { classificationAnnotation: { displayName: labels[image.own] } }),
          boundingBoxAnnotations: image.boxes.map((label, at) => {
            const [xMin = 0, yMin = 0, xMax = 0, , , yMax = 0] = shares(around(at));
            return { displayName: labels[label], xMin, yMin, xMax, yMax };
          }),
        }),
      )
      .join('\n'),
  }),
  imagefolder: (images, labels) =>
    perSet(images, (ones, set) => ({
      ...pictures(ones),
      [`${set}/metadata.jsonl`]: ones
        .map((image) =>
          json({
            file_name: `${image.name}.jpg`,
            label: image.own === null ? null : labels[image.own],
            objects: {
              bbox: image.boxes.map((_, at) => place(at)),
              categories: image.boxes.map((label) => labels[label]),
            },
            ...(image.lost > 0 && { text: 'x' }),
          }),
        )
        .join('\n'),
    })),
  voc: (images, labels) => ({
    ...pictures(images),
    ...Object.fromEntries(
      images.map((image) => [
        `${image.set}/${image.name}.xml`,
        `<annotation><size><width>${WIDTH}</width><height>${HEIGHT}</height></size>${image.boxes
          .map((label, at) => {
            const [x, y, w, h] = place(at);
            const marks = at < image.lost ? '<difficult>1</difficult>' : '';
            return `<object><name>${xml(labels[label] ?? '')}</name>${marks}<bndbox><xmin>${x}</xmin><ymin>${y}</ymin><xmax>${x + w}</xmax><ymax>${y + h}</ymax></bndbox></object>`;
          })
          .join('')}</annotation>`,
      ]),
    ),
  }),
  csv: tableOf({ train: 'TRAIN', valid: 'VALIDATION', test: 'TEST' }),
  'vertex-csv': tableOf({ train: 'training', valid: 'validation', test: 'test' }),
  cvat: (images, labels) => ({
    ...pictures(images, ({ set }) => `images/${set}`),
    'annotations.xml': `<annotations><meta><task><labels>${labels
      .map((label) => `<label><name>${xml(label)}</name></label>`)
      .join('')}</labels></task></meta>${images
      .map(
        (image) =>
          `<image name="${image.name}.jpg" subset="${image.set}" width="${WIDTH}" height="${HEIGHT}">${image.own === null ? '' : `<tag label="${xml(labels[image.own] ?? '')}"/>`}${objects(
            image,
          )
            .map(({ label, at, isOutline }) => {
              const [x, y, w, h] = place(at);
              const marks = `label="${xml(labels[label] ?? '')}" occluded="${at < image.lost ? 1 : 0}"`;
              return isOutline
                ? `<polygon ${marks} points="${pairs(around(at)).join(';')}"/>`
                : `<box ${marks} xtl="${x}" ytl="${y}" xbr="${x + w}" ybr="${y + h}"/>`;
            })
            .join('')}</image>`,
      )
      .join('')}</annotations>`,
  }),
  'label-studio': (images, labels) => ({
    ...pictures(images),
    'project.json': json(
      images.map((image, id) => ({
        ...{
          id,
          data: { image: `/data/local-files/?d=${encodeURIComponent(`${image.set}/${image.name}.jpg`)}` },
        },
        predictions: Array.from({ length: image.lost }, () => ({ result: [] })),
        annotations: [
          {
            result: [
              ...(image.own === null ? [] : [{ type: 'choices', value: { choices: [labels[image.own]] } }]),
              ...objects(image).map(({ label, at, isOutline }) => {
                const [x, y, w, h] = place(at).map(
                  (each, index) => (each * 100) / (index % 2 ? HEIGHT : WIDTH),
                );
                const points = pairs(shares(around(at)).map((each) => each * 100));
                const outline =
                  at % 2 === 0
                    ? { type: 'polygonlabels', value: { points, polygonlabels: [labels[label]] } }
                    : {
                        type: 'bitmasklabels',
                        value: { imageDataURL: BITMASK, bitmasklabels: [labels[label]] },
                      };
                return {
                  ...{ original_width: WIDTH, original_height: HEIGHT },
                  ...(isOutline
                    ? outline
                    : {
                        type: 'rectanglelabels',
                        value: { x, y, width: w, height: h, rectanglelabels: [labels[label]] },
                      }),
                };
              }),
            ],
          },
        ],
      })),
    ),
  }),
  labelme: (images, labels) => ({
    ...pictures(images),
    ...Object.fromEntries(
      images.map((image) => [
        `${image.set}/${image.name}.json`,
        json({
          imagePath: `${image.name}.jpg`,
          flags: image.own === null ? {} : { [labels[image.own] ?? '']: true },
          shapes: objects(image).map(({ label, at, isOutline }) => {
            const [x, y, w, h] = place(at);
            const points = isOutline
              ? pairs(around(at))
              : [
                  [x, y],
                  [x + w, y + h],
                ];
            const shape_type = isOutline ? 'polygon' : 'rectangle';
            return { label: labels[label], shape_type, points, ...(at < image.lost && { score: 0.5 }) };
          }),
        }),
      ]),
    ),
  }),
  datumaro: (images, labels) =>
    perSet(images, (ones, set) => ({
      ...pictures(ones, () => `images/${set}`),
      [`annotations/${set}.json`]: json({
        categories: { label: { labels: labels.map((name) => ({ name })) } },
        items: ones.map((image) => ({
          id: image.name,
          annotations: [
            ...(image.own === null ? [] : [{ type: 'label', label_id: image.own }]),
            ...objects(image).map(({ label, at, isOutline }) => ({
              label_id: label,
              ...(isOutline ? { type: 'polygon', points: around(at) } : { type: 'bbox', bbox: place(at) }),
              attributes: { occluded: at < image.lost },
            })),
          ],
        })),
      }),
    })),
  supervisely: (images, labels) => ({
    'meta.json': json({ classes: labels.map((title) => ({ title })) }),
    ...pictures(images, ({ set }) => `${set}/img`),
    ...Object.fromEntries(
      images.map((image) => [
        `${image.set}/ann/${image.name}.jpg.json`,
        json({
          ...{ description: '', size: { width: WIDTH, height: HEIGHT } },
          tags: image.own === null ? [] : [{ name: labels[image.own], value: null }],
          objects: objects(image).map(({ label, at, isOutline }) => {
            const [x, y, w, h] = place(at);
            const exterior = isOutline
              ? pairs(around(at))
              : [
                  [x, y],
                  [x + w, y + h],
                ];
            const geometryType = isOutline ? 'polygon' : 'rectangle';
            const tags = at < image.lost ? [{ name: 'x' }] : [];
            return { classTitle: labels[label], geometryType, tags, points: { exterior, interior: [] } };
          }),
        }),
      ]),
    ),
  }),
  'tensorflow-csv': (images, labels) =>
    perSet(images, (ones, set) => ({
      ...pictures(ones),
      [`${set}/_annotations.csv`]: [
        'filename,width,height,class,xmin,ymin,xmax,ymax',
        ...ones.flatMap((image) =>
          image.boxes.map((label, at) => {
            const [x, y, w, h] = place(at);
            return `${image.name}.jpg,${WIDTH},${HEIGHT},${cell(labels[label] ?? '')},${x},${y},${x + w},${y + h}`;
          }),
        ),
      ].join('\n'),
    })),
  'classes-csv': (images, labels) =>
    perSet(images, (ones, set) => ({
      ...pictures(ones),
      [`${set}/_classes.csv`]: [
        ['filename', ...labels.map(cell)].join(','),
        ...ones.map(({ name, own }) => [`${name}.jpg`, ...labels.map((_, at) => +(at === own))].join(',')),
      ].join('\n'),
    })),
  openimages: (images, labels) => ({
    'class-descriptions.csv': labels.map((label, at) => `/m/${at},${cell(label)}`).join('\n'),
    ...perSet(images, (ones, set) => ({
      ...pictures(ones),
      [`${set}-annotations-bbox.csv`]: [
        'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded',
        ...ones.flatMap((image) =>
          image.boxes.map((label, at) => {
            const [x, y, x2, , , y2] = shares(around(at));
            return `${image.name},x,/m/${label},1,${x},${x2},${y},${y2},${+(at < image.lost)}`;
          }),
        ),
      ].join('\n'),
    })),
  }),
  kitti: (images, labels) => ({
    ...pictures(images, ({ set }) => `${set}/image_2`),
    ...Object.fromEntries(
      images.map((image) => [
        `${image.set}/label_2/${image.name}.txt`,
        image.boxes
          .map((label, at) => {
            const [x, y, w, h] = place(at);
            const solid = '-1 -1 -1 -1000 -1000 -1000 -10';
            return `${word(labels[label])} 0 ${+(at < image.lost)} -10 ${x} ${y} ${x + w} ${y + h} ${solid}`;
          })
          .join('\n') || `DontCare -1 -1 -10 0 0 1 1 -1 -1 -1 -1000 -1000 -1000 -10`,
      ]),
    ),
  }),
  masks: (images, labels) => ({
    ...pictures(images, ({ set, own }) => `${set}/${labels[own ?? 0]}`),
    ...Object.fromEntries(
      images.map(({ set, own, name }) => [`ground_truth_${set}/${labels[own ?? 0]}/${name}_mask.png`, MASK]),
    ),
  }),
  folders: (images, labels) => pictures(images, ({ set, own }) => `${set}/x/${labels[own ?? 0]}`),
};
