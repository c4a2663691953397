/**
 * Archives as other programs export them, made by the layouts that they document. Each has two images with a bolt in `a` and
 * a nut in `b`, unless `expected` says otherwise.
 */
import type { ImportFormat } from '../../../packages/formats/formats.ts';
import type { ImportSet } from '../../../packages/formats/src/read/plan.ts';

/** Labels of an image: the set, then classes, boxes as `label x y w h` in percent, masks as `mask label`. */
type Expected = readonly [set: ImportSet, ...labels: string[]];

export interface ForeignArchive {
  program: string;
  /** Documentation of the layout. */
  source: string;
  files: Record<string, string | object>;
  format: ImportFormat;
  /** Labels in the order in which they become tags. */
  labels: readonly string[];
  /** By path. */
  images: Record<string, Expected>;
  notes?: readonly string[];
  /** Paths. */
  unread?: readonly string[];
}

export interface RefusedArchive {
  program: string;
  source: string;
  files: Record<string, string | object>;
  refused: RegExp;
}

export const CVAT = 'https://docs.cvat.ai/docs/dataset_management/formats';
export const ROBOFLOW = 'https://roboflow.com/formats';
export const LABEL_STUDIO = 'https://labelstud.io/guide/export';
export const HUGGING_FACE = 'https://huggingface.co/docs/datasets/image_dataset';

const SIZE = { width: 100, height: 50 };
/** The bolt: x 10 to 60, y 10 to 30 pixels of 100 x 50. */
export const BOLT = 'bolt 10 20 50 40';
export const NUT = 'nut 20 40 20 20';

export const cocoFile = (image: object, category: number, box: readonly number[], rest: object = {}) => ({
  images: [{ id: 1, ...SIZE, ...image }],
  annotations: [
    {
      id: 1,
      image_id: 1,
      category_id: category,
      bbox: box,
      area: 1000,
      segmentation: [],
      iscrowd: 0,
      ...rest,
    },
  ],
});
export const BOLT_BOX = [10, 10, 50, 20];
export const NUT_BOX = [20, 20, 20, 10];

export const vocFile = (
  file: string,
  label: string,
  [x, y, w, h]: readonly number[],
  digits: number,
  more = '',
) => {
  const [x1, y1, x2, y2] = [x!, y!, x! + w!, y! + h!].map((each) => each.toFixed(digits));
  return `<annotation>
  <folder></folder><filename>${file}</filename><source><database>Unknown</database></source>
  <size><width>100</width><height>50</height><depth>3</depth></size><segmented>0</segmented>
  <object><name>${label}</name><truncated>0</truncated><difficult>0</difficult>
    <bndbox><xmin>${x1}</xmin><xmax>${x2}</xmax><ymin>${y1}</ymin><ymax>${y2}</ymax></bndbox>${more}
  </object>
</annotation>`;
};
/** Attributes of CVAT have names too. */
export const ATTRIBUTES =
  '<attributes><attribute><name>rotation</name><value>0.0</value></attribute></attributes>';

/** CVAT for images. */
export const CVAT_XML = `<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version>
<meta><task><name>parts</name><labels><label><name>nut</name><attributes><attribute><name>size</name></attribute></attributes></label>
<label><name>bolt</name></label></labels></task></meta>
<image id="0" name="a.jpg" width="100" height="50">
<box label="bolt" source="manual" occluded="1" xtl="10.00" ytl="10.00" xbr="60.00" ybr="30.00" z_order="0"><attribute name="size">M6</attribute></box>
<polygon label="nut" occluded="0" points="20.00,20.00;40.00,20.00;40.00,30.00;20.00,30.00" z_order="0"></polygon>
<mask label="nut" occluded="0" rle="0, 200" left="20" top="20" width="20" height="10"></mask>
<polyline label="nut" occluded="0" points="1.00,1.00;2.00,2.00"></polyline>
<tag label="nut" source="manual"></tag></image>
<image id="1" name="b.jpg" subset="Test" width="100" height="50">
<box label="nut" occluded="0" xtl="20.00" ytl="17.50" xbr="40.00" ybr="32.50" rotation="90.00"></box></image></annotations>`;

/** A labelled picture in Label Studio's own JSON. */
export const LABEL_STUDIO_TASK = {
  id: 1,
  annotations: [
    {
      id: 5,
      completed_by: 1,
      result: [
        {
          ...{ original_width: 100, original_height: 50, from_name: 'label', to_name: 'image' },
          value: { x: 10, y: 20, width: 50, height: 40, rotation: 0, rectanglelabels: ['bolt'] },
        },
      ],
    },
  ],
  file_upload: '1f2e3d4c-a.jpg',
  data: { image: '/data/upload/1/1f2e3d4c-a.jpg' },
};
