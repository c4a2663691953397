/**
 * Writes the sample data in the emulator suite's own export format: `node emulators/sample/make.ts [DIRECTORY]`.
 * It depends on neither time nor machine: each run gives the same bytes (with the same version of sharp).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { ACCOUNTS, AUTH_CONFIG } from './accounts.ts';
import { EXPORT_NAME, writeFirestoreExport } from './firestore-export/export.ts';
import { makeImage, type SampleImage } from './image.ts';
import { json } from './json.ts';
import { makeLiveState } from './live-state.ts';
import { FIRST_MOMENT, NAMESPACES, PROJECT, RUNS_FILE } from './names.ts';
import { writeObjects } from './objects.ts';
import { type PlannedImage, planImages } from './plan.ts';
import { makeDocuments } from './records.ts';
import { makeRuns } from './runs.ts';

/** Of the emulators whose exports these are; the suite warns of exports that are newer than itself. */
const VERSION = { suite: '15.34.2', firestore: '1.22.0', database: '4.11.2' } as const;

const MANIFEST = {
  version: VERSION.suite,
  firestore: {
    version: VERSION.firestore,
    path: EXPORT_NAME,
    metadata_file: `${EXPORT_NAME}/${EXPORT_NAME}.overall_export_metadata`,
  },
  database: { version: VERSION.database, path: 'database_export' },
  auth: { version: VERSION.suite, path: 'auth_export' },
  storage: { version: VERSION.suite, path: 'storage_export' },
};

/** Replaces what an earlier run wrote into the directory. */
export async function makeSample(
  directory: string,
  plan: readonly PlannedImage[] = planImages(),
): Promise<void> {
  const images: SampleImage[] = [];
  for (const each of plan) images.push(await makeImage(each));
  for (const { path } of [MANIFEST.firestore, MANIFEST.database, MANIFEST.auth, MANIFEST.storage]) {
    await rm(join(directory, path), { recursive: true, force: true });
    await mkdir(join(directory, path), { recursive: true });
  }
  await writeFirestoreExport(directory, PROJECT, makeDocuments(images), FIRST_MOMENT);
  await writeDatabase(join(directory, MANIFEST.database.path), images);
  await writeFile(join(directory, MANIFEST.auth.path, 'accounts.json'), json(ACCOUNTS));
  await writeFile(join(directory, MANIFEST.auth.path, 'config.json'), json(AUTH_CONFIG));
  await writeObjects(
    join(directory, MANIFEST.storage.path),
    images.flatMap(({ objects }) => objects),
  );
  await writeFile(join(directory, 'firebase-export-metadata.json'), json(MANIFEST));
  await writeFile(join(directory, RUNS_FILE), `${JSON.stringify(await makeRuns(images))}\n`);
}

async function writeDatabase(directory: string, images: readonly SampleImage[]): Promise<void> {
  for (const namespace of NAMESPACES) {
    await writeFile(join(directory, `${namespace}.json`), json(makeLiveState(images)));
  }
}

const HELP = `npm run sample [-- DIRECTORY]    writes the sample data (default: emulator-data)

  --help   this text`;

if (import.meta.main) {
  const { positionals } = parseCommand('npm run sample', HELP, { allowPositionals: true, options: {} });
  const directory = resolve(positionals[0] ?? join(import.meta.dirname, '../../emulator-data'));
  await makeSample(directory);
  console.log(`Sample data is in ${directory}`);
}
