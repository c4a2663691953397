import type { ManifestImage, ManifestMask } from '../../../records/src/manifest.ts';
import type { Loss } from '../format.ts';
import type { Traces } from '../shape/traces.ts';
import type { ExportSource } from './export-source.ts';

/** URL of an image. */
export type LinkOf = (image: ManifestImage) => string;

export interface TextFile {
  path: string;
  text: string;
}

export interface MaskReading {
  /**
   * What a format says of a mask; null if it cannot be read, which `errors.txt` says, or if no pixel of it belongs to the tag, which
   * `notes.txt` says. Masks that are requested in advance are read concurrently.
   */
  trace<As extends keyof Traces>(
    as: As,
    mask: ManifestMask,
    image: ManifestImage,
  ): Promise<Traces[As] | 'too long' | null>;
  /** Lists a mask that the file cannot hold in `errors.txt`. */
  leaveOut(mask: ManifestMask, image: ManifestImage, reason: string): void;
}

/** A file with labels that needs the pixels of the image's masks. */
export interface DrawnFile {
  path: string;
  /** Estimated, rather too large. */
  bytes: number;
  draw(reading: MaskReading): Promise<string>;
}

/** The place of an image in an archive. */
export interface Place {
  /** Paths of its copies; most formats have one. */
  paths: readonly string[];
  /** Files with its labels, which follow it. */
  texts?: readonly TextFile[];
  drawn?: DrawnFile;
  masks?: readonly { path: string; mask: ManifestMask }[];
}

export interface PlacedImage {
  image: ManifestImage;
  place: Place;
  /** From 1, in the order of the version. */
  number: number;
}

export interface TailInput {
  /** The images in the archive; can be read more than once. */
  placed(): AsyncIterable<PlacedImage>;
  reading: MaskReading;
  /** URL of an image; null unless links were requested. */
  linkOf: LinkOf | null;
}

/** A file about all images, produced while it is written. */
export interface TailFile {
  path: string;
  pieces: AsyncIterable<string>;
}

export interface Survey {
  see(image: ManifestImage): void;
  /** What readers have to know. */
  notes(): Loss[];
}

/** A format that is an archive. It depends only on the source, so that the same version gives the same bytes. */
export interface ArchiveFormat {
  /** Names of the classes in paths; none unless given. */
  classFolders?(source: ExportSource): readonly string[];
  /** Files before all images; none unless given. */
  head?(source: ExportSource): readonly TextFile[];
  /** Looks at all images while they are written. */
  survey?(source: ExportSource): Survey;
  /** Its pictures are the originals, never turned, and one of its files has their own names, so that other ones are no loss. */
  isExact?: boolean;
  /** How many images have a place; all unless given. */
  images?(source: ExportSource): number;
  /** How many copies an image has at most; one unless given. */
  copies?(source: ExportSource): number;
  /** Assigns each image its place, in their order. Null: the format has no place for it. */
  placing(source: ExportSource): (image: ManifestImage) => Place | null;
  /** How often the files after all images name each image in a list; 0 unless given. */
  lists?(source: ExportSource): number;
  /** Files after all images; none unless given. */
  tail?(source: ExportSource, input: TailInput): readonly TailFile[];
}
