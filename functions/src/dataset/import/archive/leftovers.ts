/** What nobody has read of an archive: it is named, and labels that were not understood are not passed over. */

import type { Entry } from '../../../../../packages/formats/src/read/entry.ts';
import {
  BOXES,
  FOREIGN,
  type Foreign,
  isForPeople,
  isLabelLike,
} from '../../../../../packages/formats/src/read/foreign-formats.ts';
import {
  isOtherPicture,
  isPicture,
  withoutEnding,
} from '../../../../../packages/formats/src/read/image-index.ts';
import { unlessFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { aboutFiles, type Note } from '../../../../../packages/formats/src/read/notes.ts';
import type { Reading, Source } from '../../../../../packages/formats/src/read/plan.ts';

/** How many files of each ending are looked at: programs write one, or one per image. */
const LOOKED_AT = 5;

interface Sorted {
  /** A note for each known kind of labels that is not read, and one for files that may be labels. */
  foreign: Note[];
  unknown: Note[];
  /** The other files, but those for people. */
  others: Entry[];
}

export interface Leftovers extends Omit<Sorted, 'others'> {
  /** About other files and pictures. */
  notes: Note[];
}

/** @param used files that are read as labels or masks */
export async function leftovers(source: Source, plan: Reading, used: ReadonlySet<Entry>): Promise<Leftovers> {
  const imported = new Set(plan.images.map(({ entry }) => entry));
  const pictures: Entry[] = [];
  const files: Entry[] = [];
  for (const entry of source.archive.entries) {
    if (used.has(entry) || isOtherPicture(entry)) continue;
    if (!isPicture(entry)) files.push(entry);
    else if (!imported.has(entry)) pictures.push(entry);
  }
  const { foreign, unknown, others } = await sortFiles(files, source);
  const notes = [...aboutFiles('pictures without labels', pictures), ...aboutFiles('other files', others)];
  return { foreign, unknown, notes };
}

export async function sortFiles(files: readonly Entry[], source: Source): Promise<Sorted> {
  const kinds = new Map<Foreign, Entry[]>();
  const others: Entry[] = [];
  const unknown: Entry[] = [];
  const stems = new Set(source.index.pictures.map(({ path }) => nameOf(path)));
  for (const [ending, group] of Map.groupBy(files, endingOf)) {
    const found = await kindsOf(ending, group, source);
    for (const file of group) {
      const [kind] = found;
      if (kind) groupOf(kind, kinds).push(file);
      else if (isForPeople(file.path)) continue;
      else if (isLabelLike(file.path) || isBeside(file, stems)) unknown.push(file);
      else others.push(file);
    }
  }
  const foreign = Array.from(kinds, ([{ name: what, instead }, group]) =>
    aboutFiles('not read', group, { what, instead }),
  );
  return {
    foreign: foreign.flat(),
    unknown: aboutFiles('unknown labels', unknown, { instead: BOXES }),
    others,
  };
}

function groupOf(kind: Foreign, kinds: Map<Foreign, Entry[]>): Entry[] {
  const group = kinds.get(kind) ?? [];
  kinds.set(kind, group);
  return group;
}

const endingOf = ({ path }: Entry): string =>
  /\.tfrecord/i.test(path) ? 'tfrecord' : (/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');

/** The name of a picture and of a file with its labels. */
const nameOf = (path: string): string => withoutEnding(path.slice(path.lastIndexOf('/') + 1));
const DATA = /\.(json|xml|csv|txt|ya?ml)$/i;
const isBeside = ({ path }: Entry, stems: ReadonlySet<string>): boolean =>
  DATA.test(path) && (stems.has(nameOf(path)) || stems.has(nameOf(withoutEnding(path))));

async function kindsOf(ending: string, files: readonly Entry[], source: Source): Promise<Foreign[]> {
  const possible = FOREIGN.filter(({ endings }) => endings.includes(ending));
  if (possible.length === 0) return [];
  const found = new Set(possible.filter(({ signs }) => signs.length === 0));
  const signed = possible.filter(({ signs }) => signs.length > 0);
  for (const file of signed.length === 0 ? [] : files.slice(0, LOOKED_AT)) {
    const start = await unlessFault(beginningOf(file, source), () => '');
    const kind = signed.find(({ signs }) => signs.every((sign) => sign.test(start)));
    if (kind) found.add(kind);
  }
  return [...found];
}

/** Bytes of a file by which it is recognized. */
const BEGINNING = 32 * 1024;

/** @throws FileFault */
async function beginningOf(file: Entry, { archive }: Source): Promise<string> {
  for await (const chunk of archive.stream(file)) return chunk.toString('utf8', 0, BEGINNING);
  return '';
}
