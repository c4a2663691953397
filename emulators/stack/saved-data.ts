/**
 * The data of the local stack between runs. `saves/<name>/` is an export without objects, `current.json` names the current
 * one, `storage/` holds the objects and their journal. A save becomes current when one small file is renamed, so there is
 * always a complete one.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Exportable, exportRecords } from './export-format.ts';

interface Current {
  save: string;
  /** ISO 8601; the save contains everything acknowledged before. */
  begun: string;
}

const CURRENT = 'current.json';

export const storageFolder = (directory: string): string => join(directory, 'storage');
export const saveFolder = (directory: string, save: string): string => join(directory, 'saves', save);

/** @returns the name of the current save */
export async function findSave(directory: string): Promise<string | undefined> {
  const text = await readFile(join(directory, CURRENT), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Current).save;
}

/** Moves data that a run must not continue with. @returns its new place, or undefined if there was none */
export async function setAside(directory: string): Promise<string | undefined> {
  const aside = `${directory}.previous`;
  if ((await findSave(directory)) === undefined) {
    // Without a save it is the remains of a first run that was killed before its first save.
    await rm(directory, { recursive: true, force: true });
    return undefined;
  }
  await rm(aside, { recursive: true, force: true });
  await rename(directory, aside);
  return aside;
}

/** Objects deleted during the save stay on disk until it is complete, because its records may name them. */
export async function saveAll(stack: Exportable, directory: string): Promise<void> {
  const save = String(Date.now());
  const begun = new Date().toISOString();
  stack.storage.beginSave(save);
  await mkdir(saveFolder(directory, save), { recursive: true });
  await exportRecords(stack, saveFolder(directory, save));
  await makeCurrent(directory, { save, begun });
  stack.storage.commitSave(save);
  await removeOthers(directory, save);
}

async function makeCurrent(directory: string, current: Current): Promise<void> {
  const path = join(directory, CURRENT);
  await writeFile(`${path}.new`, `${JSON.stringify(current)}\n`);
  await rename(`${path}.new`, path);
}

async function removeOthers(directory: string, save: string): Promise<void> {
  const others = (await readdir(join(directory, 'saves'))).filter((name) => name !== save);
  await Promise.all(others.map((name) => rm(saveFolder(directory, name), { recursive: true, force: true })));
}
