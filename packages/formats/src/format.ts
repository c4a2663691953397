/** What everybody may know of a format without reading or writing it. Pages load this too, so it is free of Node. */
import type { DatasetType } from '../../records/src/lists.ts';
import type { VersionCounts } from '../../records/src/version-counts.ts';

/** How a reader gets the images: from links, from the file itself, or from elsewhere. */
export const IMAGE_MODES = ['links', 'bytes', 'none'] as const;
export type ImageMode = (typeof IMAGE_MODES)[number];

/** Something that a format cannot contain, and how often it occurs. The code is for callers that write their own sentence. */
export interface Loss {
  code: string;
  /** 0 where nothing is counted. */
  count: number;
  text: string;
}

/** What losses are found by. */
export interface Counted {
  type: DatasetType;
  counts: VersionCounts;
}

export interface Holds {
  boxes: boolean;
  /** Formats in which an image has one class. */
  classes: boolean;
  masks: boolean;
  /** Its readers know images without a label. Others take them for images in which nothing is. */
  knowsUnlabelled?: boolean;
}

export interface TrainingLine {
  /** Name of the program. */
  tool: string;
  line: string;
}

/** Of a format in which versions are exported. */
export interface FormatOut {
  /** The supported modes, the default first. */
  modes: readonly ImageMode[];
  /** `links` are `gs://` URIs, which browsers cannot open. */
  isStorage?: boolean;
  ending: string;
  contentType: string;
  /** One more whenever the same version gets other bytes; docs/train/versions.md says what changed. */
  revision: number;
  /** For docs/train/versions.md. */
  file: string;
  contains: string;
  /** Everything unless given. */
  holds?(type: DatasetType): Holds;
  /** What it cannot contain besides, and what its readers have to know. */
  losses?(version: Counted): Loss[];
  /** A command that uses the file. @param stemOf name of the version's file in a format, without its ending */
  train(stemOf: (format: string) => string, type: DatasetType): TrainingLine;
}

/** Of a format that imports read. */
export interface FormatIn {
  /** What its reader looks for, in words. */
  sign: string;
  /** For docs/label/import.md. */
  recognizedBy: string;
  labels: string;
}

export interface FormatFacts {
  /** For people. */
  title: string | Readonly<Record<'en' | 'de', string>>;
  out?: FormatOut;
  in?: FormatIn;
}

export const ARCHIVE = {
  modes: ['bytes', 'none'],
  ending: 'zip',
  contentType: 'application/zip',
} as const satisfies Partial<FormatOut>;
export const LINES = { ending: 'jsonl', contentType: 'application/x-ndjson' } as const;

/** Whether images of this type have a single class. */
export const isClassified = (type: DatasetType): boolean => type === 'MULTICLASS' || type === 'ANOMALY';

export const python = (code: string): string => `python -c "${code}"`;
export const unpack = (stem: string, folder = stem): string => `unzip -q ${stem}.zip -d ${folder} &&`;
