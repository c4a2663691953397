/**
 * Label files in a program's own format, which is not supported. They are recognized by their first bytes, so that the
 * answer can say what to export instead.
 */

import type { Entry } from './directory.ts';
import { unlessFault } from './import-fault.ts';
import type { Source } from './plan.ts';

interface Foreign {
  name: string;
  ending: 'json' | 'xml';
  /** All of them occur at the beginning of such a file. */
  signs: readonly RegExp[];
  instead: string;
}

const FOREIGN: readonly Foreign[] = [
  {
    name: "CVAT's own XML",
    ending: 'xml',
    signs: [/<annotations>/, /<(meta|image|track)\b/],
    instead: 'COCO 1.0, Ultralytics YOLO or Pascal VOC with "Save images"',
  },
  {
    name: "LabelMe's XML",
    ending: 'xml',
    signs: [/<annotation>/, /<polygon>/],
    instead: 'COCO or Pascal VOC',
  },
  {
    name: "Datumaro's JSON",
    ending: 'json',
    signs: [/"categories"\s*:\s*\{/, /"items"\s*:\s*\[/],
    instead: 'COCO, Ultralytics YOLO or Pascal VOC',
  },
  {
    name: "Label Studio's own JSON",
    ending: 'json',
    signs: [/"(from_name|completed_by|file_upload|annotation_id|lead_time)"\s*:/],
    instead: 'COCO, YOLO or Pascal VOC with images',
  },
  {
    name: "LabelMe's JSON",
    ending: 'json',
    signs: [/"shapes"\s*:\s*\[/, /"(shape_type|imagePath)"\s*:/],
    instead: 'COCO or Pascal VOC',
  },
  {
    name: "VGG Image Annotator's project",
    ending: 'json',
    signs: [/"_via_\w+"\s*:/],
    instead: 'COCO',
  },
];

/** How many files of each ending are looked at: programs write one, or one per image. */
const LOOKED_AT = 5;

/** A sentence for each such format in the archive. */
export async function foreignLabels(source: Source): Promise<string[]> {
  const found = new Map<Foreign, Entry>();
  for (const ending of ['xml', 'json'])
    for (const file of source.files(ending).slice(0, LOOKED_AT)) {
      const start = await unlessFault(beginningOf(file, source), () => '');
      const foreign = FOREIGN.find(
        (each) => each.ending === ending && each.signs.every((sign) => sign.test(start)),
      );
      if (foreign && !found.has(foreign)) found.set(foreign, file);
    }
  return Array.from(
    found,
    ([{ name, instead }, { path }]) => `${path} is ${name}, which is not read. Export ${instead} instead.`,
  );
}

/** The first chunk of a file. @throws FileFault */
async function beginningOf(file: Entry, { archive }: Source): Promise<string> {
  for await (const chunk of archive.stream(file)) return chunk.toString();
  return '';
}
