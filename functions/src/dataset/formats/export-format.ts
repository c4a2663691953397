/** Formats of an export (Contract 11). */
export const FORMATS = [
  'csv',
  'vertex-csv',
  'vertex-jsonl',
  'ndjson',
  'yolo',
  'coco',
  'voc',
  'imagefolder',
  'masks',
  'sightline',
] as const;
export type Format = (typeof FORMATS)[number];

/** How a reader gets the images: from links, from the file itself, or from elsewhere. */
export const IMAGE_MODES = ['links', 'bytes', 'none'] as const;
export type ImageMode = (typeof IMAGE_MODES)[number];

interface FormatRules {
  /** The supported modes, the default first. `links` of csv and Vertex are `gs://` URIs. */
  modes: readonly ImageMode[];
  ending: string;
  contentType: string;
}

const CSV = { modes: ['links'], ending: 'csv', contentType: 'text/csv; charset=utf-8' } as const;
const LINES = { ending: 'jsonl', contentType: 'application/x-ndjson' } as const;
const ARCHIVE = { modes: ['bytes', 'none'], ending: 'zip', contentType: 'application/zip' } as const;

export const RULES: Readonly<Record<Format, FormatRules>> = {
  csv: CSV,
  'vertex-csv': CSV,
  'vertex-jsonl': { ...LINES, modes: ['links'] },
  ndjson: { ...LINES, ending: 'ndjson', modes: ['links', 'none'] },
  yolo: ARCHIVE,
  coco: { ...ARCHIVE, modes: ['bytes', 'links', 'none'] },
  voc: ARCHIVE,
  imagefolder: ARCHIVE,
  masks: ARCHIVE,
  sightline: ARCHIVE,
};
