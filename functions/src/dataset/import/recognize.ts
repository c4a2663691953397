import { safeParse } from 'zod/mini';
import type { ImportFormat } from '../../../../packages/formats/formats.ts';
import { READERS } from '../../../../packages/formats/readers.ts';
import type { Entry } from '../../../../packages/formats/src/read/entry.ts';
import { ImageIndex, isOtherPicture, isPicture } from '../../../../packages/formats/src/read/image-index.ts';
import {
  type FileFault,
  ImportFault,
  unlessFault,
} from '../../../../packages/formats/src/read/import-fault.ts';
import { type Note, sentenceOf } from '../../../../packages/formats/src/read/notes.ts';
import type { Plan, Reading, RecordRules, Source } from '../../../../packages/formats/src/read/plan.ts';
import { isId } from '../../common/ids.ts';
import { color, key } from '../tags/tag-fields.ts';
import type { Archive } from './archive/archive.ts';
import { leftovers, sortFiles } from './archive/leftovers.ts';
import { xml } from './archive/xml.ts';
import { withAlphaBoxes } from './labels/alpha-masks.ts';
import { mergeTwins } from './labels/merge-twins.ts';

const RULES: RecordRules = {
  isId,
  isColor: (value): value is string => safeParse(color, value).success,
  isKey: (value): value is string => safeParse(key, value).success,
};

/** Files of a format that was asked for are not judged by others. */
const NOTHING = { foreign: [], unknown: [] };

const OTHER = 'only JPEG, PNG and WebP are accepted';

/**
 * Reads an archive in the requested format, or in the first one that fits its content.
 * @throws ImportFault with what was looked for
 */
export async function planImport(archive: Archive, format: ImportFormat | undefined): Promise<Plan> {
  const source = await sourceOf(archive);
  const tried = READERS.filter((each) => format === undefined || each.format === format);
  for (const { format: name, sign, read, isByFolder = false } of tried) {
    const used = new Set<Entry>();
    const use = (entries: Iterable<Entry>) => {
      for (const entry of entries) used.add(entry);
    };
    const plan = await unlessFault(read({ ...source, use }), refuse);
    if (!plan) continue;
    if (source.index.pictures.length === 0) throw withoutPictures(name, sign, archive);
    return finish(name, plan, source, used, isByFolder);
  }
  const signs = tried.map(({ sign }) => sign).join('; ');
  const found = format === undefined ? await sortFiles(source.files(), source) : NOTHING;
  const foreign = [...found.foreign, ...found.unknown].map(sentenceOf).join(' ');
  throw new ImportFault(`${foreign || 'no known format in the archive.'} Looked for: ${signs}`);
}

async function finish(
  format: ImportFormat,
  plan: Reading,
  source: Source,
  used: ReadonlySet<Entry>,
  isByFolder: boolean,
): Promise<Plan> {
  const { archive, index } = source;
  const others = archive.entries.filter(isOtherPicture).map(({ path }) => ({ path, reason: OTHER }));
  const unread = [...archive.unread, ...others, ...plan.unread];
  const left = await leftovers(source, plan, used);
  // Where labels are read, other files beside them are rarely labels too.
  const foreign = [...left.foreign, ...(isByFolder ? left.unknown : []), ...(plan.foreign ?? [])];
  const images = await mergeTwins(plan.images.map(withAlphaBoxes), index.pictures);
  const notes: Note[] = [
    ...foreign,
    ...(foreign.length === 0 ? [] : [{ code: 'choose format', values: { format } } as const]),
    ...(isByFolder && left.notes.length > 0 ? [{ code: 'folders only', values: {} } as const] : []),
    ...(isByFolder ? [] : left.unknown),
    ...left.notes,
    ...plan.notes,
  ];
  return { ...plan, format, images, unread, foreign, notes };
}

/** Exporters leave the pictures out unless they are asked for them. */
function withoutPictures(format: ImportFormat, sign: string, { entries, unread }: Archive): ImportFault {
  const found = entries.some(isOtherPicture) || unread.length > 0 ? 'none that can be read' : 'none';
  return new ImportFault(
    `the archive has labels (${format}: ${sign}), but no pictures. Looked for: JPEG, PNG or WebP files, and found ${found}. Export it again with its images`,
  );
}

async function sourceOf(archive: Archive): Promise<Source> {
  const others = archive.entries.filter((entry) => !isPicture(entry));
  const byEnding = Map.groupBy(others, ({ path }) => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
  const files = (...endings: string[]) =>
    endings.length === 0 ? others : endings.flatMap((ending) => byEnding.get(ending) ?? []);
  return { archive, index: ImageIndex.of(archive.entries), rules: RULES, xml, files, use: () => {} };
}

/** For a file that decides the format and cannot be read. */
function refuse({ message }: FileFault): never {
  throw new ImportFault(`a file of labels cannot be read: ${message}`);
}
