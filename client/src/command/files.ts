/** Commands that send or fetch files: upload, export, import. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FORMATS } from '../../../packages/formats/formats.ts';
import type { Download } from '../download.ts';
import { pause, RETRY, waitBefore } from '../retry.ts';
import { SightlineError } from '../sightline-error.ts';
import type { ExportFormat } from '../versions.ts';
import { PICTURES } from './camera/source.ts';
import {
  type Call,
  type Command,
  CommandError,
  EXIT,
  jobOf,
  oneOf,
  present,
  textOf,
  versionOf,
} from './command.ts';
import { unpack } from './unpack.ts';

export const DATASET = { value: 'ID', about: 'of the dataset', isRequired: true } as const;
export const TAGMAP = { value: 'A:B,C:D', about: 'what classes are called on the other side' } as const;

/** Pictures that are sent at the same time. */
const AT_ONCE = 4;
/** Times that a download is begun. */
const ATTEMPTS = 4;

export const upload: Command = {
  name: 'upload FOLDER',
  about:
    'Sends the pictures of a folder. Sent again, the same picture (name, date of the file, bytes) counts once.',
  options: {
    dataset: DATASET,
    monitor: { value: 'ID', about: 'that the pictures are of', isRequired: true },
    tag: { value: 'ID', about: 'label of all pictures; without it they have none' },
    session: { value: 'NAME', about: 'that the pictures belong to' },
  },
  async run({ service, given, words: [folder = ''], progress }) {
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      PICTURES.includes(extname(name).toLowerCase()),
    );
    if (files.length === 0) throw new CommandError(`${folder} has no pictures (${PICTURES.join(', ')}).`);
    const monitor = service.monitors(textOf(given, 'monitor') as string);
    const about = present({
      dataset: textOf(given, 'dataset'),
      tag: textOf(given, 'tag'),
      session: textOf(given, 'session'),
    });
    const failed: { file: string; reason: string }[] = [];
    let done = 0;
    const queue = files.sort().values();
    const send = async (): Promise<void> => {
      for (const name of queue) {
        const path = join(folder, name);
        const date = Math.round((await stat(path)).mtimeMs);
        await monitor
          .upload(await readFile(path), { ...about, name: basename(name), date })
          .catch((error: SightlineError) => {
            // Others would fail as well.
            if (error.kind !== 'refused' || [401, 403, 404].includes(error.status)) throw error;
            failed.push({ file: name, reason: error.message });
          });
        done += 1;
        progress(`${done} of ${files.length} pictures`, done / files.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    const sent = files.length - failed.length;
    const lines = failed.map(({ file, reason }) => `\n${file}: ${reason}`);
    const exit = failed.length > 0 ? EXIT.failed : EXIT.done;
    return {
      text: `${sent} of ${files.length} pictures are stored.${lines.join('')}`,
      json: { sent, failed },
      exit,
    };
  },
};

export const exportVersion: Command = {
  name: 'export VERSION',
  about:
    'Exports a version (a number, or latest) and unpacks it while it comes. The folder appears when it is whole.',
  options: {
    dataset: DATASET,
    format: { value: 'FORMAT', about: FORMATS.join(', '), isRequired: true },
    to: { value: 'FOLDER', about: 'a new or empty folder', isRequired: true },
    images: { value: 'links|bytes|none', about: 'what of the images is in it' },
  },
  async run({ service, given, words: [version], progress }) {
    const { versions } = service.datasets(textOf(given, 'dataset') as string);
    const format = oneOf(given, 'format', FORMATS) as ExportFormat;
    const images = present({ images: oneOf(given, 'images', ['links', 'bytes', 'none'] as const) });
    const number = versionOf(version) as number | 'latest';
    const folder = resolve(textOf(given, 'to') as string);
    const begin = () => versions.export(number, format, images, { onProgress: jobOf(progress) });
    const notes = await intoFolder(folder, begin, progress);
    return { text: [folder, ...notes].join('\n'), json: { folder, notes } };
  },
};

/** From the begin again after a cut. @returns the notes */
async function intoFolder(
  folder: string,
  begin: () => Promise<Download>,
  progress: Call['progress'],
): Promise<string[]> {
  const there = await readdir(folder).catch(() => null);
  if (there?.length) throw new CommandError(`${folder} has files already.`);
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}.part-`);
  const inside = join(part, 'files');
  try {
    for (let tries = 1; ; tries += 1) {
      const download = await begin();
      await rm(inside, { recursive: true, force: true });
      await mkdir(inside);
      const error = await receive(download, inside, progress).then(
        () => null,
        (cause: unknown) => cause,
      );
      if (error === null) {
        if (there) await rmdir(folder);
        await rename(inside, folder);
        return notesOf(folder, download);
      }
      if (error instanceof CommandError || isLocal(error)) throw error;
      if (tries >= ATTEMPTS)
        throw new SightlineError('The download was cut', { kind: 'unreachable', cause: error });
      await pause(waitBefore(RETRY, tries), undefined);
    }
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** An archive's own say more than what is known before it comes. */
async function notesOf(folder: string, { notes, fileName }: Download): Promise<string[]> {
  if (!fileName.endsWith('.zip')) return notes;
  const text = await readFile(join(folder, 'notes.txt'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Of this machine's disk, rather than of a connection. */
const isLocal = (error: unknown): boolean =>
  (error as { syscall?: string }).syscall !== undefined && 'path' in (error as object);

async function receive(
  { fileName, size, stream }: Download,
  folder: string,
  progress: Call['progress'],
): Promise<void> {
  let got = 0;
  const counted = (async function* () {
    for await (const chunk of Readable.fromWeb(stream as never)) {
      got += chunk.length;
      if (size) progress(`${megabytes(got)} of ${megabytes(size)}`, got / size);
      yield chunk as Uint8Array;
    }
  })();
  try {
    if (fileName.endsWith('.zip')) await unpack(counted, folder);
    else await pipeline(counted, createWriteStream(join(folder, basename(fileName))));
  } finally {
    // Of a refused archive the rest still comes, and would keep the program waiting.
    await counted.return();
  }
}

export const importArchive: Command = {
  name: 'import ARCHIVE',
  about: 'Adds an archive of images with labels to a dataset, after a check of what would come.',
  options: {
    dataset: DATASET,
    format: {
      value: 'FORMAT',
      about: 'as docs/label/import.md lists them; recognized by the content unless given',
    },
    tagmap: TAGMAP,
    check: { about: 'says what would come, and adds nothing' },
  },
  async run({ service, given, words: [file = ''], progress }) {
    const { imports } = service.datasets(textOf(given, 'dataset') as string);
    const archive = await openFile(file);
    const id = await imports.upload(archive, { name: basename(file), onProgress: bytesOf(progress) });
    const asked = present({ format: textOf(given, 'format'), tagmap: textOf(given, 'tagmap') }) as object;
    const check = await imports.check(id, asked);
    const found = [
      `${check.format}: ${check.images} images, ${check.labels.length} classes`,
      ...check.notes,
    ].join('\n');
    if (!check.understood)
      return { text: `${found}\nNothing was added.`, json: { id, check }, exit: EXIT.failed };
    if (given.check) return { text: found, json: { id, check } };
    const imported = await imports.run(id, asked, { onProgress: jobOf(progress) });
    const { added, known, failed } = imported.progress;
    const text = `${found}\n${added} images were added, ${known} were there, ${failed} failed.`;
    return { text, json: { id, check, ...imported }, exit: failed > 0 ? EXIT.failed : EXIT.done };
  },
};

/** @throws Error with the path if it is not there, which `openAsBlob` does not say */
export async function openFile(path: string): Promise<Blob> {
  await access(path);
  return openAsBlob(path);
}

export const bytesOf = (progress: Call['progress']) => (sent: number, size: number) =>
  progress(`${megabytes(sent)} of ${megabytes(size)}`, size && sent / size);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
