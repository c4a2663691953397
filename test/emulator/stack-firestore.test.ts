/**
 * @covers commands explain themselves; a missing Firestore emulator is offered
 * @covers Local stack
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Firestore } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFirestoreJar, requireJava, startFirestore } from '../../emulators/stack/firestore.ts';
import { accepts } from '../../emulators/stack/ports.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-firestore-'));
});
afterAll(() => rm(directory, { recursive: true }));

const DENY = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents { match /{all=**} { allow read, write: if false; } } }`;

const connect = (port: number) =>
  new Firestore({ projectId: 'demo-sightline', host: `127.0.0.1:${port}`, ssl: false });

describe('the Firestore emulator', () => {
  test('starts on a free port, keeps an export, starts again with it and frees its port', async () => {
    const first = await startFirestore({ port: 0 });
    const writer = connect(first.port);
    await writer.doc('dataset/bolts').set({ name: 'Bolts' });
    await first.exportTo(directory);
    await Promise.all([writer.terminate(), first.close()]);
    expect(await accepts(first.port)).toBe(false);

    const seed = join(directory, 'firestore_export/firestore_export.overall_export_metadata');
    const second = await startFirestore({ port: 0, seed });
    const reader = connect(second.port);
    expect((await reader.doc('dataset/bolts').get()).get('name')).toBe('Bolts');
    await Promise.all([reader.terminate(), second.close()]);
  });

  test('enforces the rules file that it is given', async () => {
    const rules = join(directory, 'deny.rules');
    await writeFile(rules, DENY);
    const emulator = await startFirestore({ port: 0, rules });
    const documents = `http://127.0.0.1:${emulator.port}/v1/projects/demo-sightline/databases/(default)/documents`;
    expect((await fetch(`${documents}/dataset/bolts`)).status).toBe(403);
    await emulator.close();
  });
});

describe('the search for its archive', () => {
  test('uses FIRESTORE_EMULATOR_JAR first', async () => {
    const jar = join(directory, 'own.jar');
    await writeFile(jar, '');
    expect(await findFirestoreJar({ FIRESTORE_EMULATOR_JAR: jar })).toBe(jar);
  });

  test('says that the named file does not exist', async () => {
    const search = findFirestoreJar({ FIRESTORE_EMULATOR_JAR: '/nowhere/x.jar' });
    await expect(search).rejects.toThrow('FIRESTORE_EMULATOR_JAR names /nowhere/x.jar');
  });

  test('says what is missing and offers the two commands that install it', async () => {
    const search = findFirestoreJar({ HOME: directory, PATH: directory }, []);
    await expect(search).rejects.toThrow(
      /missing.*npx firebase setup:emulators:firestore\n.*gcloud components install cloud-firestore-emulator/s,
    );
  });

  test("finds the newest of firebase-tools' downloads", async () => {
    const cache = join(directory, '.cache/firebase/emulators');
    await mkdir(cache, { recursive: true });
    for (const version of ['v1.9.0', 'v1.22.0', 'v1.21.1']) {
      await writeFile(join(cache, `cloud-firestore-emulator-${version}.jar`), '');
    }
    const found = await findFirestoreJar({ HOME: directory, PATH: directory }, []);
    expect(found).toBe(join(cache, 'cloud-firestore-emulator-v1.22.0.jar'));
  });

  test('finds the Cloud SDK of the gcloud on the PATH', async () => {
    const root = join(directory, 'sdk');
    const jar = join(root, 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar');
    await mkdir(join(root, 'bin'), { recursive: true });
    await mkdir(join(jar, '..'), { recursive: true });
    await Promise.all([writeFile(join(root, 'bin/gcloud'), ''), writeFile(jar, '')]);
    expect(await findFirestoreJar({ HOME: root, PATH: join(root, 'bin') }, [])).toBe(jar);
  });
});

describe('its Java', () => {
  const withJava = async (version: string) => {
    const folder = join(directory, `java-${version}`);
    await mkdir(folder);
    const script = `#!/bin/sh\necho 'openjdk version "${version}" 2020-01-01' >&2\n`;
    await writeFile(join(folder, 'java'), script, { mode: 0o755 });
    return requireJava({ PATH: folder });
  };

  test('may be 17 or newer', async () => {
    await withJava('17.0.15');
    await withJava('21');
  });

  test('is refused in one sentence when it is older or absent', async () => {
    await expect(withJava('11.0.2')).rejects.toThrow(
      'Java 11 is too old: the Firestore emulator needs Java 17',
    );
    await expect(requireJava({ PATH: directory })).rejects.toThrow('Java is missing');
  });

  test('is said to be too old for the emulator that was found, with both versions', async () => {
    const folder = join(directory, 'java-old');
    await mkdir(folder);
    const thrown =
      'java.lang.UnsupportedClassVersionError: X has been compiled by a more recent version (class file version 65.0)';
    const script = `#!/bin/sh\ncase "$1" in -version) echo 'openjdk version "17.0.1"' >&2;; *) echo '${thrown}' >&2; exit 1;; esac\n`;
    await writeFile(join(folder, 'java'), script, { mode: 0o755 });
    const jar = join(folder, 'new.jar');
    await writeFile(jar, '');
    const { PATH, FIRESTORE_EMULATOR_JAR } = process.env;
    Object.assign(process.env, { PATH: `${folder}:${PATH}`, FIRESTORE_EMULATOR_JAR: jar });
    try {
      const sentence = `${jar} needs Java 21 or newer, and the one on the PATH is 17`;
      await expect(startFirestore({ port: 0 })).rejects.toThrow(sentence);
    } finally {
      process.env.PATH = PATH;
      if (FIRESTORE_EMULATOR_JAR === undefined) delete process.env.FIRESTORE_EMULATOR_JAR;
      else process.env.FIRESTORE_EMULATOR_JAR = FIRESTORE_EMULATOR_JAR;
    }
  });
});
