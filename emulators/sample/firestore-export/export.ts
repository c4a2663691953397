/** The Firestore emulator's export folder, which `--seed_from_export` and `firebase emulators:start --import` read. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeDocument, type SampleDocument } from './entity.ts';
import { writeLog } from './log.ts';
import { bytes, number } from './wire.ts';

export const EXPORT_NAME = 'firestore_export';
const KINDS = 'all_namespaces/all_kinds';
const DETAILS = `${KINDS}/all_namespaces_all_kinds.export_metadata`;

/** @param moment Unix milliseconds, written as the export's start and end. */
export async function writeFirestoreExport(
  directory: string,
  project: string,
  documents: readonly SampleDocument[],
  moment: number,
): Promise<void> {
  const root = join(directory, EXPORT_NAME);
  await mkdir(join(root, KINDS), { recursive: true });
  const log = writeLog(documents.map((document) => encodeDocument(project, document)));
  await writeFile(join(root, KINDS, 'output-0'), log);
  await writeFile(join(root, DETAILS), details(moment));
  await writeFile(
    join(root, `${EXPORT_NAME}.overall_export_metadata`),
    overall(documents.length, log.length),
  );
}

/** Name, start and end in microseconds, and the files of the export. */
function details(moment: number): Buffer {
  const time = BigInt(moment) * 1000n;
  const name = Buffer.concat([bytes(1, EXPORT_NAME), number(2, time), number(3, time)]);
  const files = Buffer.concat([bytes(1, ''), bytes(2, 'output-0')]);
  return Buffer.concat([bytes(1, name), bytes(2, files)]);
}

/** A first record of one digit, then the only part of the export: its place, its number of documents, its size in bytes. */
function overall(count: number, size: number): Buffer {
  const part = Buffer.concat([
    bytes(1, Buffer.concat([number(1, 2), number(3, 3)])),
    bytes(2, DETAILS),
    number(3, count),
    number(4, size),
  ]);
  return writeLog([Buffer.from('3'), bytes(1, part)]);
}
